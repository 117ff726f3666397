import type { PublicBusiness } from '#remote/public-booking.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { Link } from 'react-router-dom';
import { pathTo } from '#app/paths.ts';

/** Whose page this is. The name leads back to the start of the booking. */
export function BusinessHeader({
  slug,
  business,
}: {
  slug: string;
  business: PublicBusiness | null;
}) {
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex min-h-16 w-full max-w-5xl items-center px-4 py-2 sm:px-6">
        {business ? (
          <Link
            to={pathTo('book', { proUrl: slug })}
            className="flex min-h-11 min-w-0 items-center gap-3 rounded-md"
          >
            <span
              aria-hidden
              className="grid size-10 shrink-0 place-items-center rounded-lg bg-accent text-lg font-semibold text-on-accent"
            >
              {initialOf(business.name)}
            </span>
            <span className="min-w-0 text-lg leading-tight font-semibold text-balance">
              {business.name}
            </span>
          </Link>
        ) : (
          <Skeleton className="h-6 w-40" />
        )}
      </div>
    </header>
  );
}

const initialOf = (name: string): string => /^./u.exec(name.trim())?.[0].toUpperCase() ?? '';
