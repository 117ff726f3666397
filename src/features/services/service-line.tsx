import type { ServiceView } from '#db/queries/services.ts';
import { useShownPicture } from '#db/use-shown-picture.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { Chip } from '#ui/chip.tsx';
import { OrderButtons } from '#ui/order-buttons.tsx';
import { PictureTile } from '#ui/picture-tile.tsx';
import type { DragSort } from '#ui/use-drag-sort.ts';
import clsx from 'clsx';
import { ChevronRight, GripVertical } from 'lucide-react';
import { offerText, serviceFacts } from './service-words.ts';

/** How a thing is moved among others: its row by a mouse, and by buttons. */
export type Arrange = {
  row: ReturnType<DragSort['rowProps']>;
  index: number;
  count: number;
  onMove: (toIndex: number) => void;
};

/** One service; pressing it opens it, or while arranging it can be moved. */
export function ServiceLine({
  view: { service, variants },
  business,
  isNew,
  onOpen,
  arrange,
}: {
  view: ServiceView;
  business: BusinessRow;
  isNew: boolean;
  onOpen: () => void;
  arrange?: Arrange;
}) {
  const picture = useShownPicture(service.image_path);
  const offered = variants.filter(({ status }) => status === 'active');
  const content = (
    <>
      <span
        data-colour={service.colour}
        className="h-9 w-1 shrink-0 rounded-full bg-swatch"
        aria-hidden
      />
      <span className="flex min-w-0 flex-1 flex-col gap-x-4 gap-y-1.5 sm:flex-row sm:items-center">
        <span className="min-w-0 flex-1">
          <bdi className="block font-medium break-words">{service.name}</bdi>
          <span className="block text-sm text-muted tabular-nums">
            {offerText(offered, business)}
          </span>
        </span>
        <span className="flex flex-wrap gap-1.5 empty:hidden sm:max-w-2/5 sm:justify-end">
          {isNew && <Chip tone="accent">New</Chip>}
          {serviceFacts(service).map((fact) => (
            <Chip key={fact}>{fact}</Chip>
          ))}
          {service.status === 'archived' && <Chip>Archived</Chip>}
        </span>
      </span>
      {service.image_path !== null && (
        <PictureTile
          picture={picture}
          colour={service.colour}
          className="size-11 rounded-md bg-swatch-soft"
        />
      )}
    </>
  );
  const look = 'flex w-full min-h-16 items-center gap-3 px-4 py-2.5 text-left';
  if (!arrange) {
    return (
      <li
        id={`service-${service.id}`}
        className={clsx('transition-colors duration-1000', isNew && 'bg-accent-soft')}
      >
        <button
          type="button"
          onClick={onOpen}
          className={clsx(
            look,
            'transition-colors duration-100 hover:bg-raised focus-visible:-outline-offset-2',
          )}
        >
          {content}
          <ChevronRight size={18} className="shrink-0 text-muted" aria-hidden />
        </button>
      </li>
    );
  }
  const { row, index, count, onMove } = arrange;
  return (
    <li
      {...row}
      className="cursor-grab data-[drag=source]:opacity-40 data-[drag=target]:bg-accent-soft"
    >
      <div className={clsx(look, 'pl-2')}>
        <GripVertical size={18} className="shrink-0 text-muted pointer-coarse:hidden" aria-hidden />
        {content}
        <OrderButtons name={service.name} index={index} count={count} onMove={onMove} />
      </div>
    </li>
  );
}
