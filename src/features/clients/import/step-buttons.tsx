import { Button } from '#ui/button.tsx';
import type { ReactNode } from 'react';

/** The way on and the way back, where the thumb is and always in sight. */
export function StepButtons({
  onBack,
  backLabel = 'Back',
  children,
}: {
  onBack: () => void;
  backLabel?: string;
  children: ReactNode;
}) {
  return (
    <div className="sticky bottom-[calc(var(--bottom-bar,0px)+env(safe-area-inset-bottom))] -mx-4 flex flex-wrap justify-end gap-2 border-t border-line bg-canvas px-4 py-3 max-sm:*:flex-1 sm:mx-0 sm:px-0">
      <Button onClick={onBack}>{backLabel}</Button>
      {children}
    </div>
  );
}
