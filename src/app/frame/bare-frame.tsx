import { Mark } from '#app/mark.tsx';
import { PRODUCT_NAME } from '#domain/product.ts';
import type { ReactNode } from 'react';

/** Whose product this is, for pages before there is a business to show. */
export function BareFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col px-6 pt-[max(1.5rem,env(safe-area-inset-top))] sm:px-10">
      <header className="inline-flex min-h-11 items-center gap-2.5 text-lg font-semibold tracking-tight">
        <Mark />
        {PRODUCT_NAME}
      </header>
      {children}
    </div>
  );
}
