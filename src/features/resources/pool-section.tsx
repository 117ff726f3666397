import { messageFor } from '#app/messages.ts';
import { moveResource } from '#db/commands/resources.ts';
import type { PoolView, ResourceView } from '#db/queries/resources.ts';
import { useDb } from '#db/use-query.ts';
import type { Day, Uuid } from '#domain/rows.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { ListRow } from '#ui/list-row.tsx';
import { OrderButtons } from '#ui/order-buttons.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { Pencil, Plus, TriangleAlert } from 'lucide-react';
import { neededByWords, outWords, useDayWords } from './resource-words.ts';

/** One group with its rooms or chairs in order. */
export function PoolSection({
  view,
  today,
  index,
  count,
  mayEdit,
  isArranging,
  showsArchived,
  onMove,
  onOpenPool,
  onOpenResource,
  onAdd,
}: {
  view: PoolView;
  today: Day;
  index: number;
  /** Groups in all, for moving. */
  count: number;
  mayEdit: boolean;
  isArranging: boolean;
  showsArchived: boolean;
  onMove: (to: number) => void;
  onOpenPool: () => void;
  onOpenResource: (id: Uuid) => void;
  onAdd: () => void;
}) {
  const db = useDb();
  const { pool } = view;
  const isArchived = pool.status === 'archived';
  const active = view.resources.filter(({ resource }) => resource.status === 'active');
  const shown = showsArchived ? view.resources : active;
  const move = async (id: Uuid, to: number): Promise<void> => {
    const result = await moveResource(db, id, to);
    if (!result.ok) tellFailure(result.error, messageFor);
  };
  return (
    <section aria-label={pool.name} className="min-w-0">
      <header className="mb-2 flex min-h-11 items-center gap-2.5">
        <div className="min-w-0 flex-1">
          <h2 className="text-lg font-semibold break-words">
            <bdi>{pool.name}</bdi>
          </h2>
          <p className="text-sm text-muted">{neededByWords(view)}</p>
        </div>
        {isArchived && <Chip>Archived</Chip>}
        {isArranging && !isArchived ? (
          <OrderButtons
            name={`the group ${pool.name}`}
            index={index}
            count={count}
            onMove={onMove}
          />
        ) : (
          mayEdit && (
            <span className="flex shrink-0">
              <IconButton
                size="sm"
                icon={Pencil}
                label={`Edit the group ${pool.name}`}
                onClick={onOpenPool}
              />
              {!isArchived && (
                <IconButton size="sm" icon={Plus} label={`Add to ${pool.name}`} onClick={onAdd} />
              )}
            </span>
          )
        )}
      </header>
      {shown.length > 0 ? (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-card">
          {shown.map((one, place) => (
            <li key={one.resource.id} className="flex items-center">
              <ResourceLine
                view={one}
                today={today}
                onOpen={mayEdit && !isArranging ? () => onOpenResource(one.resource.id) : null}
              />
              {isArranging && one.resource.status === 'active' && (
                <span className="pr-3">
                  <OrderButtons
                    name={one.resource.name}
                    index={place}
                    count={active.length}
                    onMove={(to) => void move(one.resource.id, to)}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <div className="rounded-lg border border-dashed border-line px-4 py-5 text-center text-muted">
          Nothing in it, so what needs it cannot be booked online.
          {mayEdit && !isArchived && (
            <Button size="sm" variant="quiet" className="ml-1" onClick={onAdd}>
              Add one
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function ResourceLine({
  view,
  today,
  onOpen,
}: {
  view: ResourceView;
  today: Day;
  onOpen: (() => void) | null;
}) {
  const { resource, stranded } = view;
  const dayWords = useDayWords();
  const out = outWords(resource, today, dayWords);
  return (
    <ListRow onOpen={onOpen}>
      <span className="min-w-0 flex-1">
        <bdi className="block font-medium break-words">{resource.name}</bdi>
        {out && (
          <span className="block text-sm text-muted">
            {[out, resource.out_note].filter(Boolean).join(' · ')}
          </span>
        )}
        {stranded.length > 0 && (
          <span className="flex items-center gap-1.5 text-sm text-warning">
            <TriangleAlert size={16} className="shrink-0" aria-hidden />
            {stranded.length === 1 ? '1 visit stands' : `${stranded.length} visits stand`} in it
            meanwhile
          </span>
        )}
      </span>
      {resource.status === 'archived' && <Chip>Archived</Chip>}
    </ListRow>
  );
}
