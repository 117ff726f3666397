import { messageFor } from '#app/messages.ts';
import { archivePool, movePool, restorePool } from '#db/commands/resources.ts';
import { myAccess } from '#db/queries/business.ts';
import { resourceBoard } from '#db/queries/resources.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { ResourcePoolRow } from '#domain/rows.ts';
import { FilterChip } from '#ui/chip.tsx';
import { ListPage } from '#ui/list-page.tsx';
import { tellFailure, tellOutcome } from '#ui/outcome.ts';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { Archive, Armchair } from 'lucide-react';
import { useState } from 'react';
import { PoolSection } from './pool-section.tsx';
import { PoolSheet } from './pool-sheet.tsx';
import { ResourceSheet } from './resource-sheet.tsx';

const NEW = 'new';

/** Rooms, chairs and machines that visits need besides people. */
export function ResourcesScreen() {
  const db = useDb();
  const board = useQuery(resourceBoard, []);
  const access = useQuery(myAccess, []);
  const [isArranging, setArranging] = useState(false);
  const [showsArchived, setShowsArchived] = useState(false);
  const [pool, openPool, closePool] = useSearchParam('pool');
  const [resource, openResource, closeResource] = useSearchParam('resource');
  const [shownPool, shownResource] = [useLinger(pool), useLinger(resource)];
  if (!board || !access) return null;

  const { pools, today } = board;
  const mayEdit = access.may('services');
  const active = pools.filter((view) => view.pool.status === 'active');
  const archived = pools.filter((view) => view.pool.status === 'archived');
  const hasArchived = pools.some(({ resources }) =>
    resources.some((view) => view.resource.status === 'archived'),
  );
  const editedPool = pools.find((view) => view.pool.id === shownPool);
  // A new room is begun in its pool: `new:<pool id>`.
  const [resourceId = '', inPool] = (shownResource ?? '').split(':');
  const all = pools.flatMap((view) => view.resources);
  const editedResource = all.find((view) => view.resource.id === resourceId);
  const poolOfResource = pools.find(
    (view) => view.pool.id === (editedResource?.resource.pool_id ?? inPool),
  );
  const move = async (from: number, to: number): Promise<void> => {
    const id = active[from]?.pool.id;
    const result = id ? await movePool(db, id, to) : null;
    if (result && !result.ok) tellFailure(result.error, messageFor);
  };
  const setArchived = async (one: ResourcePoolRow, isArchived: boolean): Promise<void> => {
    closePool();
    tellOutcome(
      await (isArchived ? archivePool(db, one.id) : restorePool(db, one.id)),
      isArchived ? `${one.name} archived` : `${one.name} can be used again`,
      messageFor,
    );
  };
  const section = (view: (typeof pools)[number], index: number) => (
    <PoolSection
      key={view.pool.id}
      view={view}
      today={today}
      index={index}
      count={active.length}
      mayEdit={mayEdit}
      isArranging={isArranging}
      showsArchived={showsArchived}
      onMove={(to) => void move(index, to)}
      onOpenPool={() => openPool(view.pool.id)}
      onOpenResource={openResource}
      onAdd={() => openResource(`${NEW}:${view.pool.id}`)}
    />
  );
  return (
    <ListPage
      title="Rooms and equipment"
      width="narrow"
      mayEdit={mayEdit}
      arrange={{ isOn: isArranging, onChange: setArranging }}
      add={{
        words: 'Add group',
        firstWords: 'Add the first group',
        onPress: () => openPool(NEW),
      }}
      empty={
        pools.length === 0
          ? {
              icon: Armchair,
              title: 'No rooms or equipment yet',
              text: 'Three chairs, two treatment rooms, one laser: when a service needs one of them, no more visits are booked at a time than there is room for.',
            }
          : null
      }
      list={
        <div className="grid grid-cols-1 gap-8">
          {active.map(section)}
          {(archived.length > 0 || hasArchived) && (
            <div>
              <FilterChip icon={Archive} selected={showsArchived} onChange={setShowsArchived}>
                Archived
              </FilterChip>
            </div>
          )}
          {showsArchived && archived.map(section)}
        </div>
      }
    >
      {shownPool && (editedPool || shownPool === NEW) && (
        <PoolSheet
          key={shownPool}
          open={pool !== null}
          view={editedPool ?? null}
          onClose={closePool}
          onArchive={(one, isArchived) => void setArchived(one, isArchived)}
        />
      )}
      {shownResource && poolOfResource && (editedResource || resourceId === NEW) && (
        <ResourceSheet
          key={shownResource}
          open={resource !== null}
          pool={poolOfResource.pool}
          view={editedResource ?? null}
          today={today}
          onClose={closeResource}
        />
      )}
    </ListPage>
  );
}
