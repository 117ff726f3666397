import { messageFor } from '#app/messages.ts';
import { moveCategory } from '#db/commands/services.ts';
import type { AddOnGroupView, CategoryView } from '#db/queries/services.ts';
import { useDb } from '#db/use-query.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { FilterChip } from '#ui/chip.tsx';
import { lazyExtra } from '#ui/lazy-part.tsx';
import { ListPage } from '#ui/list-page.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { useDragSort } from '#ui/use-drag-sort.ts';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { Archive, FolderPlus, Scissors } from 'lucide-react';
import { Suspense, useState } from 'react';
import { AddOnGroupSheet } from './add-on-group-sheet.tsx';
import { AddOnSection } from './add-on-section.tsx';
import { CategorySection } from './category-section.tsx';
import { CategorySheet } from './category-sheet.tsx';
import { ServiceSheet } from './service-sheet.tsx';
import { useHighlight } from './use-highlight.ts';

const BundleSection = lazyExtra(async () => (await import('./bundle-section.tsx')).BundleSection);
const PackageSection = lazyExtra(
  async () => (await import('./package-section.tsx')).PackageSection,
);

const NEW = 'new';

/** The menu as it is on this device. */
export function ServicesBoard({
  tree,
  groups,
  business,
  mayEdit,
}: {
  tree: readonly CategoryView[];
  groups: readonly AddOnGroupView[];
  business: BusinessRow;
  mayEdit: boolean;
}) {
  const db = useDb();
  const [isArranging, setArranging] = useState(false);
  const [showsArchived, setShowsArchived] = useState(false);
  const [service, openService, closeService] = useSearchParam('service');
  const [category, openCategory, closeCategory] = useSearchParam('category');
  const [group, openGroup, closeGroup] = useSearchParam('add-ons');
  const [shownService, shownCategory, shownGroup] = [
    useLinger(service),
    useLinger(category),
    useLinger(group),
  ];
  const highlighted = useHighlight();

  const services = tree.flatMap((view) => view.services);
  const active = services.filter((view) => view.service.status === 'active').length;
  const archived = services.length - active;
  const categories = tree.flatMap((view) => view.category ?? []);
  // A new service can be begun in a category: `new:<category id>`.
  const [serviceId = '', inCategory] = (shownService ?? '').split(':');
  const editedService = services.find((view) => view.service.id === serviceId);
  const editedCategory = categories.find(({ id }) => id === shownCategory);
  const editedGroup = groups.find((view) => view.group.id === shownGroup);

  const move = async (from: number, to: number): Promise<void> => {
    const id = categories[from]?.id;
    const result = id ? await moveCategory(db, id, to) : null;
    if (result && !result.ok) tellFailure(result.error, messageFor);
  };
  const drag = useDragSort((from, to) => void move(from, to));

  const isEmpty = services.length === 0 && categories.length === 0;
  return (
    <ListPage
      title="Services"
      subtitle={isEmpty ? undefined : `${active} ${active === 1 ? 'service' : 'services'}`}
      mayEdit={mayEdit}
      arrange={{ isOn: isArranging, onChange: setArranging }}
      add={{
        words: 'Add service',
        firstWords: 'Add your first service',
        onPress: () => openService(NEW),
      }}
      empty={
        isEmpty
          ? {
              icon: Scissors,
              title: 'Nothing on the menu yet',
              text: 'A service has a name, a length and a price. Clients book it online, you book it in the calendar.',
            }
          : null
      }
      list={
        <div className="grid grid-cols-1 gap-8">
          {archived > 0 && (
            <div className="-mb-4">
              <FilterChip icon={Archive} selected={showsArchived} onChange={setShowsArchived}>
                Archived ({archived})
              </FilterChip>
            </div>
          )}
          {tree.map((view, index) => (
            <CategorySection
              key={view.category?.id ?? ''}
              view={view}
              arrange={
                isArranging
                  ? {
                      row: drag.rowProps(index),
                      index,
                      count: categories.length,
                      onMove: (to) => void move(index, to),
                    }
                  : null
              }
              business={business}
              mayEdit={mayEdit}
              showsArchived={showsArchived}
              highlightedId={highlighted}
              onOpenService={openService}
              onAddService={(id) => openService(id ? `${NEW}:${id}` : NEW)}
              onOpenCategory={openCategory}
            />
          ))}
          {mayEdit && (
            <Button
              icon={FolderPlus}
              variant="quiet"
              className="justify-self-start"
              onClick={() => openCategory(NEW)}
            >
              Add category
            </Button>
          )}
          <AddOnSection
            groups={groups}
            services={services}
            business={business}
            mayEdit={mayEdit}
            isArranging={isArranging}
            onOpen={openGroup}
            onAdd={() => openGroup(NEW)}
          />
          <Suspense>
            <BundleSection
              tree={tree}
              business={business}
              mayEdit={mayEdit}
              isArranging={isArranging}
            />
            <PackageSection tree={tree} business={business} mayEdit={mayEdit} />
          </Suspense>
        </div>
      }
    >
      {shownService && (editedService || serviceId === NEW) && (
        <ServiceSheet
          key={shownService}
          open={service !== null}
          view={editedService ?? null}
          categoryId={inCategory ?? null}
          categories={categories}
          business={business}
          mayEdit={mayEdit}
          onClose={closeService}
        />
      )}
      {shownCategory && (editedCategory || shownCategory === NEW) && (
        <CategorySheet
          key={shownCategory}
          open={category !== null}
          category={editedCategory ?? null}
          used={categories.map(({ colour }) => colour)}
          serviceCount={services.filter((v) => v.service.category_id === shownCategory).length}
          onClose={closeCategory}
        />
      )}
      {shownGroup && (editedGroup || shownGroup === NEW) && (
        <AddOnGroupSheet
          key={shownGroup}
          open={group !== null}
          view={editedGroup ?? null}
          tree={tree}
          business={business}
          onClose={closeGroup}
        />
      )}
    </ListPage>
  );
}
