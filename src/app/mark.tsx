import clsx from 'clsx';

/** The product's mark: a D that is half a sun, with the moment that is now. */
export function Mark({ size = 32, className }: { size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      className={clsx('shrink-0', className)}
      aria-hidden
    >
      <rect width="32" height="32" rx="8.5" fill="var(--accent)" />
      <path
        d="M11.5 8.5h4a7.5 7.5 0 0 1 0 15h-4z"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="3.2"
        strokeLinejoin="round"
      />
      <circle cx="15.6" cy="16" r="2.1" fill="var(--on-accent)" />
    </svg>
  );
}
