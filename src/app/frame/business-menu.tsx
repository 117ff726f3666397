import { useWorkspace } from '#app/workspace-context.ts';
import { Menu } from '#ui/menu.tsx';
import { Check, ChevronsUpDown, Store } from 'lucide-react';
import type { ReactNode } from 'react';

/** The way from one business to another. `label` shows the one called `name`, which is open. */
export function BusinessMenu({ name, label }: { name: string; label: ReactNode }) {
  const { business, businesses, choose } = useWorkspace();
  return (
    <span className="min-w-10 flex-1 max-md:@container">
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
            <ChevronsUpDown
              size={16}
              className="sidebar-wide shrink-0 text-muted @max-[3.5rem]:hidden"
              aria-hidden
            />
          </button>
        )}
      />
    </span>
  );
}
