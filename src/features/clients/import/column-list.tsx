import { SelectField } from '#ui/fields.tsx';
import type { ListFile } from './file.ts';
import { many } from './words.ts';

/** The columns of a file with what they hold, to be put right by hand. */
export function ColumnList<F extends string>({
  file,
  mapping,
  options,
  onMapping,
}: {
  file: ListFile<F>;
  mapping: readonly (F | null)[];
  options: readonly { value: F; label: string }[];
  onMapping: (mapping: (F | null)[]) => void;
}) {
  const left = mapping.filter((field) => field === null).length;
  return (
    <>
      <p className="-mt-1 mb-4 text-muted">
        {many(file.rows.length, 'row')}, {many(file.headings.length, 'column')}
        {left > 0 && `; ${left === 1 ? 'one of them is' : `${left} of them are`} not imported`}.
      </p>
      <ul className="divide-y divide-line">
        {file.headings.map((heading, column) => (
          <li
            // Headings may repeat; their place is what they are.
            // oxlint-disable-next-line react/no-array-index-key
            key={column}
            className="grid grid-cols-1 items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0 sm:grid-cols-2"
          >
            <div className="min-w-0">
              <p className="truncate font-medium" title={heading}>
                <bdi>{heading}</bdi>
              </p>
              <p className="truncate text-sm text-muted">
                <bdi>{(file.samples[column] ?? []).join(' · ') || 'Empty'}</bdi>
              </p>
            </div>
            <SelectField
              label={`“${heading}” is`}
              labelHidden
              placeholder="Do not import"
              value={mapping[column] ?? ''}
              options={options}
              onChange={(value) =>
                onMapping(
                  mapping.map((field, place) => (place === column ? (value as F) || null : field)),
                )
              }
            />
          </li>
        ))}
      </ul>
    </>
  );
}
