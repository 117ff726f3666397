import type { ServiceCategoryRow, ServiceRow, ServiceVariantRow } from '#domain/rows.ts';
import { bySortKey } from '#domain/sort-key.ts';
import { BYTE_ORDER_MARK, csvLine } from '#domain/text/csv.ts';
import { amountCell } from './plain-cells.ts';

type Line = {
  service: ServiceRow;
  /** undefined = the service has no variant. */
  variant: ServiceVariantRow | undefined;
  category: ServiceCategoryRow | undefined;
  currency: string;
};
type Column = [heading: string, value: (line: Line) => string | number | undefined];

const COLUMNS: readonly Column[] = [
  ['Category', ({ category }) => category?.name],
  ['Service', ({ service }) => service.name],
  ['Variant', ({ variant }) => variant?.name],
  [
    'Price',
    ({ variant }) =>
      variant && variant.price_kind !== 'hidden' ? amountCell(variant.price_cents) : undefined,
  ],
  ['Price is', ({ variant }) => variant?.price_kind],
  ['Currency', ({ currency }) => currency],
  ['Minutes', ({ variant }) => variant?.duration_min],
  ['Processing', ({ variant }) => variant?.processing_min],
  ['Finishing', ({ variant }) => variant?.finishing_min],
  ['Time before', ({ variant }) => variant?.buffer_before_min],
  ['Time after', ({ variant }) => variant?.buffer_after_min],
  ['For', ({ variant }) => variant?.for_client],
  ['Visibility', ({ service }) => service.visibility],
  ['Description', ({ service }) => service.description ?? ''],
  [
    'Status',
    ({ service, variant }) =>
      service.status === 'active' ? (variant?.status ?? 'active') : service.status,
  ],
  ['Service id', ({ service }) => service.id],
  ['Variant id', ({ variant }) => variant?.id],
];

/** The price list as a CSV file: one line for each variant, archived ones too. */
export const servicesCsv = (
  rows: {
    categories: readonly ServiceCategoryRow[];
    services: readonly ServiceRow[];
    variants: readonly ServiceVariantRow[];
  },
  currency: string,
): string => {
  const categories = new Map(rows.categories.map((category) => [category.id, category]));
  const lines = rows.services.toSorted(bySortKey).flatMap((service): Line[] => {
    const category = service.category_id ? categories.get(service.category_id) : undefined;
    const own = rows.variants.filter(({ service_id }) => service_id === service.id);
    const variants = own.length > 0 ? own.toSorted(bySortKey) : [undefined];
    return variants.map((variant) => ({ service, variant, category, currency }));
  });
  return (
    BYTE_ORDER_MARK +
    csvLine(COLUMNS.map(([heading]) => heading)) +
    lines.map((line) => csvLine(COLUMNS.map(([, value]) => String(value(line) ?? '')))).join('')
  );
};
