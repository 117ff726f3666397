import { Mark } from '#app/mark.tsx';
import { useWorkspace } from '#app/workspace-context.ts';
import { useQuery } from '#db/use-query.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import clsx from 'clsx';
import { Suspense } from 'react';

// Most people have one.
const BusinessMenu = lazyPart(async () => (await import('./business-menu.tsx')).BusinessMenu);

/** The name of the business; with several, the way from one to the other. */
export function BusinessSwitch() {
  const { business, businesses } = useWorkspace();
  // It may have been renamed since the list of businesses was asked for, here without a connection.
  const row = useQuery((db) => db.rows('businesses').get(db.businessId), []);
  const name = row?.name ?? business.name;
  const label = (
    <>
      {/* On a phone beside what sync has to say: whose book this is matters more than whose program. */}
      <Mark size={28} className="@max-[9rem]:hidden @max-[3.5rem]:block" />
      <span
        className={clsx(
          'sidebar-label min-w-0 flex-1 font-semibold tracking-tight md:truncate',
          'max-md:line-clamp-2 max-md:text-[0.9375rem] max-md:leading-[1.2] max-md:wrap-anywhere @max-[3.5rem]:sr-only',
        )}
      >
        {name}
      </span>
    </>
  );
  const alone = (
    <div className="flex min-h-11 min-w-10 flex-1 items-center gap-2.5 px-1.5 max-md:@container">
      {label}
    </div>
  );
  if (businesses.length < 2) return alone;
  return (
    <Suspense fallback={alone}>
      <BusinessMenu name={name} label={label} />
    </Suspense>
  );
}
