/** The product's mark: a day's column with its entries, one of them now. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8.5" fill="var(--accent)" />
      <g fill="var(--on-accent)">
        <rect x="8" y="7" width="2.6" height="18" rx="1.3" opacity="0.55" />
        <rect x="13" y="7" width="11" height="4.6" rx="1.6" opacity="0.55" />
        <rect x="13" y="13.7" width="11" height="4.6" rx="1.6" />
        <rect x="13" y="20.4" width="7" height="4.6" rx="1.6" opacity="0.55" />
      </g>
    </svg>
  );
}
