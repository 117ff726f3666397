import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { LogoTile } from './logo-tile.tsx';
import { Skeleton } from './skeleton.tsx';

/** Whose page this is, above what happens on it; the foot is the same on every page of theirs. */
export function BrandFrame({
  name,
  logoPath,
  home,
  foot,
  children,
}: {
  /** Null while it is not known yet. */
  name: string | null;
  logoPath: string | null;
  /** Where the name leads; nowhere without it. */
  home?: string | undefined;
  foot: ReactNode;
  children: ReactNode;
}) {
  const title = name !== null && (
    <>
      <LogoTile name={name} picture={{ path: logoPath, local: null }} />
      <span className="min-w-0 text-lg leading-tight font-semibold text-balance">{name}</span>
    </>
  );
  const look = 'flex min-h-11 min-w-0 items-center gap-3 rounded-md';
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex min-h-16 w-full max-w-5xl items-center px-4 py-2 sm:px-6">
          {title ? (
            home === undefined ? (
              <span className={look}>{title}</span>
            ) : (
              <Link to={home} className={look}>
                {title}
              </Link>
            )
          ) : (
            <Skeleton className="h-6 w-40" />
          )}
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col px-4 sm:px-6">{children}</main>
      <footer className="mt-12 border-t border-line text-sm text-muted">
        <div className="mx-auto flex w-full max-w-5xl flex-wrap items-center gap-x-6 px-4 py-4 sm:px-6">
          {foot}
        </div>
      </footer>
    </div>
  );
}
