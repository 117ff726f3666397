import { Suspense } from 'react';
import type { Till } from '#db/queries/checkout.ts';
import type { CartLine } from '#domain/checkout/cart.ts';
import type { Uuid } from '#domain/rows.ts';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { NEW_LINE } from './cart-draft.ts';

const LineSheet = lazySheet('Line', async () => (await import('./line-sheet.tsx')).LineSheet);
const GiftLineSheet = lazySheet(
  'Gift card',
  async () => (await import('./gift-line-sheet.tsx')).GiftLineSheet,
);
const PackageLineSheet = lazySheet(
  'Package',
  async () => (await import('./package-line-sheet.tsx')).PackageLineSheet,
);

/** The place of the line in the sheet; as many as there are = a new one. */
export type Edited = number | 'gift_card';

/** The sheet of one line: each kind has its own. */
export function TillSheets({
  till,
  lines,
  edited,
  staffId,
  onChange,
  onClose,
}: {
  till: Till;
  lines: CartLine[];
  edited: Edited | null;
  /** Who does what is added. */
  staffId: Uuid | null;
  onChange: (lines: CartLine[]) => void;
  onClose: () => void;
}) {
  if (edited === null) return null;
  const place = edited === 'gift_card' ? lines.length : edited;
  const line = lines[place] ?? null;
  const sheet = {
    open: true,
    onSave: (next: CartLine): void => {
      onChange(lines.toSpliced(place, 1, next));
      onClose();
    },
    onRemove: (): void => {
      if (line) onChange(lines.toSpliced(place, 1));
      onClose();
    },
    onClose,
  };
  const one =
    edited === 'gift_card' || line?.kind === 'gift_card' ? (
      <GiftLineSheet {...sheet} key={edited} business={till.business} line={line} />
    ) : line && (line.kind === 'package' || line.package_use) ? (
      <PackageLineSheet {...sheet} line={line} />
    ) : (
      <LineSheet
        {...sheet}
        key={edited}
        till={till}
        isNew={line === null}
        line={line ?? { ...NEW_LINE, staff_id: staffId }}
      />
    );
  return <Suspense>{one}</Suspense>;
}
