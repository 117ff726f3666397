import { Mark } from '#app/mark.tsx';
import { useWorkspace } from '#app/workspace-context.ts';
import { useQuery } from '#db/use-query.ts';
import { Menu } from '#ui/menu.tsx';
import { Check, ChevronsUpDown, Store } from 'lucide-react';

/** The name of the business; with several, the way from one to the other. */
export function BusinessSwitch() {
  const { business, businesses, choose } = useWorkspace();
  // It may have been renamed since the list of businesses was asked for, here without a connection.
  const row = useQuery((db) => db.rows('businesses').get(db.businessId), []);
  const name = row?.name ?? business.name;
  const label = (
    <>
      <Mark size={28} />
      <span className="sidebar-label min-w-0 flex-1 truncate font-semibold tracking-tight">
        {name}
      </span>
    </>
  );
  if (businesses.length < 2) {
    return <div className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 px-1.5">{label}</div>;
  }
  return (
    <span className="min-w-0 flex-1">
      <Menu
        label="Business"
        align="start"
        wide
        items={businesses.map((one) => ({
          label: one.id === business.id ? name : one.name,
          icon: one.id === business.id ? Check : Store,
          onPress: () => {
            if (one.id !== business.id) choose(one);
          },
        }))}
        trigger={(props) => (
          <button
            {...props}
            type="button"
            title={`${name}: change business`}
            className="flex min-h-11 w-full min-w-0 items-center gap-2.5 rounded-md px-1.5 text-left hover:bg-raised"
          >
            {label}
            <ChevronsUpDown size={16} className="sidebar-wide shrink-0 text-muted" aria-hidden />
          </button>
        )}
      />
    </span>
  );
}
