import { attentionCount } from '#db/queries/attention.ts';
import { businessSettings } from '#db/queries/business.ts';
import { lowStockCount } from '#db/queries/inventory.ts';
import { nowAndNext } from '#db/queries/now-next.ts';
import { pendingCount } from '#db/queries/pending.ts';
import { useQuery } from '#db/use-query.ts';
import { Chip } from '#ui/chip.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { Page } from '#ui/page.tsx';
import { placesOf } from './places.ts';

/** Everything that does not fit into the bar of a phone, in groups. */
export function MoreScreen() {
  const settings = useQuery(async (db) => (await businessSettings(db)) ?? null, []);
  const requests = useQuery(async (db) => (await nowAndNext(db)).requests.length, []) ?? 0;
  const attention = useQuery(attentionCount, []) ?? 0;
  const waiting = useQuery(pendingCount, []) ?? 0;
  const low = useQuery(lowStockCount, []) ?? 0;
  if (settings === undefined) return null;
  const isNew = settings !== null && settings.business.onboarding_state !== 'done';
  return (
    <Page title="More" width="narrow">
      <div className="grid grid-cols-1 gap-7">
        {placesOf({ requests, attention, waiting, low, isNew }).map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h2 className="mb-2 text-sm font-medium text-muted">{group.title}</h2>
            <List>
              {group.places.map(({ icon: Icon, label, hint, to, badge, isLater }) => (
                <ListRow
                  key={to}
                  to={to}
                  leading={
                    <span className="grid size-10 place-items-center rounded-full bg-accent-soft text-accent">
                      <Icon size={20} aria-hidden />
                    </span>
                  }
                  title={label}
                  subtitle={hint}
                  trailing={
                    badge ? (
                      <Chip tone="warning">{badge}</Chip>
                    ) : isLater ? (
                      <Chip>Later</Chip>
                    ) : undefined
                  }
                />
              ))}
            </List>
          </section>
        ))}
      </div>
    </Page>
  );
}
