import { Mark } from '#app/mark.tsx';
import { useWorkspace } from '#app/workspace-context.ts';
import { useQuery } from '#db/use-query.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
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
      <Mark size={28} />
      {/* Beside what sync has to say a phone may have no room for it. */}
      <span className="sidebar-label min-w-0 flex-1 truncate font-semibold tracking-tight @max-[5.5rem]:sr-only">
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
