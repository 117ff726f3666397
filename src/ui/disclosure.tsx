import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** What few look for, behind a line that says what it is. */
export function Disclosure({
  summary,
  hint,
  children,
}: {
  summary: string;
  hint?: string;
  children: ReactNode;
}) {
  return (
    <details className="group rounded-md border border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 py-2 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{summary}</span>
          {hint && <span className="block text-sm text-muted">{hint}</span>}
        </span>
        <ChevronDown
          size={18}
          className="shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
          aria-hidden
        />
      </summary>
      {children}
    </details>
  );
}
