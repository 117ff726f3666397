import { messageFor } from '#app/messages.ts';
import { moveService } from '#db/commands/services.ts';
import type { CategoryView } from '#db/queries/services.ts';
import { useDb } from '#db/use-query.ts';
import { useShownPicture } from '#db/use-shown-picture.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { OrderButtons } from '#ui/order-buttons.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { PictureTile } from '#ui/picture-tile.tsx';
import { useDragSort } from '#ui/use-drag-sort.ts';
import clsx from 'clsx';
import { GripVertical, Pencil, Plus } from 'lucide-react';
import { ServiceLine } from './service-line.tsx';
import type { Arrange } from './service-line.tsx';

/** One category with its services in order. */
export function CategorySection({
  view,
  arrange,
  business,
  mayEdit,
  showsArchived,
  highlightedId,
  onOpenService,
  onAddService,
  onOpenCategory,
}: {
  view: CategoryView;
  /** Where it is among the categories and how it is moved, while they are arranged. */
  arrange: Arrange | null;
  business: BusinessRow;
  mayEdit: boolean;
  showsArchived: boolean;
  highlightedId: Uuid | null;
  onOpenService: (id: Uuid) => void;
  onAddService: (categoryId: Uuid | null) => void;
  onOpenCategory: (id: Uuid) => void;
}) {
  const db = useDb();
  const { category } = view;
  const picture = useShownPicture(category?.image_path ?? null);
  const active = view.services.filter(({ service }) => service.status === 'active');
  const archived = view.services.filter(({ service }) => service.status === 'archived');
  const name = category?.name ?? 'Without category';
  const move = async (from: number, to: number): Promise<void> => {
    const id = active[from]?.service.id;
    const result = id ? await moveService(db, id, to) : null;
    if (result && !result.ok) tellFailure(result.error, messageFor);
  };
  const drag = useDragSort((from, to) => void move(from, to));

  if (!category && active.length === 0 && !(showsArchived && archived.length > 0)) return null;
  return (
    <section aria-label={name} className="min-w-0">
      <header
        {...(category ? arrange?.row : {})}
        className={clsx(
          'mb-2 flex min-h-11 items-center gap-2.5',
          arrange &&
            category &&
            'cursor-grab rounded-md data-[drag=source]:opacity-40 data-[drag=target]:bg-accent-soft',
        )}
      >
        {arrange && category && (
          <GripVertical
            size={18}
            className="shrink-0 text-muted pointer-coarse:hidden"
            aria-hidden
          />
        )}
        {category &&
          (category.image_path ? (
            <PictureTile
              picture={picture}
              colour={category.colour}
              className="size-9 rounded-md bg-swatch-soft"
            />
          ) : (
            <span
              data-colour={category.colour}
              className="size-3 shrink-0 rounded-full bg-swatch"
              aria-hidden
            />
          ))}
        <h2 className="line-clamp-2 min-w-0 text-lg leading-snug font-semibold break-words">
          <bdi>{name}</bdi>
        </h2>
        {category && !category.visible_online && <Chip>Not online</Chip>}
        <span className="ml-auto flex shrink-0 items-center">
          {arrange && category ? (
            <OrderButtons
              name={`the category ${name}`}
              index={arrange.index}
              count={arrange.count}
              onMove={arrange.onMove}
            />
          ) : (
            mayEdit && (
              <>
                {category && (
                  <IconButton
                    size="sm"
                    icon={Pencil}
                    label={`Edit the category ${name}`}
                    onClick={() => onOpenCategory(category.id)}
                  />
                )}
                <IconButton
                  size="sm"
                  icon={Plus}
                  label={`Add a service to ${name}`}
                  onClick={() => onAddService(category?.id ?? null)}
                />
              </>
            )
          )}
        </span>
      </header>
      {active.length > 0 ? (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-card">
          {active.map((one, place) => (
            <ServiceLine
              key={one.service.id}
              view={one}
              business={business}
              isNew={one.service.id === highlightedId}
              onOpen={() => onOpenService(one.service.id)}
              {...(arrange
                ? {
                    arrange: {
                      row: drag.rowProps(place),
                      index: place,
                      count: active.length,
                      onMove: (to: number) => void move(place, to),
                    },
                  }
                : {})}
            />
          ))}
        </ul>
      ) : (
        <div className="rounded-lg border border-dashed border-line px-4 py-5 text-center text-muted">
          No services here.
          {mayEdit && (
            <Button
              size="sm"
              variant="quiet"
              className="ml-1"
              onClick={() => onAddService(category?.id ?? null)}
            >
              Add one
            </Button>
          )}
        </div>
      )}
      {showsArchived && archived.length > 0 && (
        <ul
          aria-label={`Archived in ${name}`}
          className="mt-2 divide-y divide-line overflow-hidden rounded-lg border border-dashed border-line"
        >
          {archived.map((one) => (
            <ServiceLine
              key={one.service.id}
              view={one}
              business={business}
              isNew={false}
              onOpen={() => onOpenService(one.service.id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
