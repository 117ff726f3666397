import {
  removeFilter,
  restoreFilter,
  saveFilter,
  savedFilters,
} from '#db/commands/client-filters.ts';
import type { SavedFilter } from '#db/commands/client-filters.ts';
import { countFiltered } from '#db/queries/clients.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { NO_FILTER, filterParts } from '#domain/clients/filter.ts';
import type { ClientFilter } from '#domain/clients/filter.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { FilterChip } from '#ui/chip.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { DateField, SelectField, SwitchField, TextField } from '#ui/fields.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { showToast } from '#ui/toast.ts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';

const numbers = new Intl.NumberFormat('en-US');
const TAGS_SHOWN = 30;

/** Every filter of the list. What is chosen holds at once; the list behind shows it. */
export function FilterSheet({
  open,
  filter,
  onFilter,
  tags,
  locale,
  onClose,
}: {
  open: boolean;
  filter: ClientFilter;
  onFilter: (filter: ClientFilter) => void;
  tags: readonly { tag: string; count: number }[];
  locale: string;
  onClose: () => void;
}) {
  const [count] = useQuery((db) => countFiltered(db, [filter]), [filter]) ?? [];
  const change = (part: Partial<ClientFilter>): void => onFilter({ ...filter, ...part });
  return (
    <SideSheet
      open={open}
      title="Filter clients"
      onClose={onClose}
      footer={
        <>
          <Button disabled={filterParts(filter) === 0} onClick={() => onFilter(NO_FILTER)}>
            Clear
          </Button>
          <Button variant="primary" onClick={onClose}>
            {count === undefined ? 'Show' : `Show ${numbers.format(count)}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <ChoiceField
          label="Visits"
          value={filter.visits}
          onChange={(visits) => change({ visits })}
          choices={[
            { value: 'any', label: 'Any' },
            { value: 'once', label: 'Once, and never again' },
            { value: 'never', label: 'Not yet' },
          ]}
        />
        {/* Two native date fields are wider than a phone. */}
        <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
          <DateField
            label="Last visit before"
            value={filter.lastVisitBefore ?? ''}
            onChange={(day) => change({ lastVisitBefore: day || null })}
          />
          <DateField
            label="Last visit from"
            value={filter.lastVisitAfter ?? ''}
            onChange={(day) => change({ lastVisitAfter: day || null })}
          />
        </div>
        <ChoiceField
          label="An appointment ahead"
          columns
          value={filter.upcoming}
          onChange={(upcoming) => change({ upcoming })}
          choices={[
            { value: 'any', label: 'Any' },
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]}
        />
        <div className="grid grid-cols-2 items-start gap-3">
          <SelectField
            label="Birthday in"
            placeholder="Any month"
            value={filter.birthdayMonth === null ? '' : String(filter.birthdayMonth)}
            onChange={(month) => change({ birthdayMonth: month === '' ? null : Number(month) })}
            options={monthNames(locale)}
          />
          <SelectField
            label="Online booking"
            placeholder="Any rule"
            value={filter.onlineBooking ?? ''}
            onChange={(rule) =>
              change({
                onlineBooking: rule === '' ? null : (rule as 'allow' | 'approve' | 'block'),
              })
            }
            options={[
              { value: 'allow', label: 'Books freely' },
              { value: 'approve', label: 'Needs approval' },
              { value: 'block', label: 'Cannot book' },
            ]}
          />
        </div>
        <SwitchField
          label="Neither phone nor e-mail"
          value={filter.noContact}
          onChange={(noContact) => change({ noContact })}
        />
        {tags.length > 0 && (
          <div role="group" aria-label="Tags">
            <p className="mb-1.5 text-sm font-medium">Tags, one is enough</p>
            <div className="flex flex-wrap gap-2">
              {tags.slice(0, TAGS_SHOWN).map(({ tag }) => (
                <FilterChip
                  key={tag}
                  selected={filter.tags.includes(tag)}
                  onChange={(on) =>
                    change({
                      tags: on ? [...filter.tags, tag] : filter.tags.filter((one) => one !== tag),
                    })
                  }
                >
                  {tag}
                </FilterChip>
              ))}
            </div>
          </div>
        )}
        <SavedFilters filter={filter} />
      </div>
    </SideSheet>
  );
}

/** Filters with a name stand above the list, on this device. */
function SavedFilters({ filter }: { filter: ClientFilter }) {
  const db = useDb();
  const [name, setName] = useState('');
  const saved = useQuery(savedFilters, []) ?? [];
  const canSave = name.trim() !== '' && filterParts(filter) > 0;
  const save = async (): Promise<void> => {
    if (!canSave) return;
    await saveFilter(db, name, filter);
    setName('');
  };
  const remove = async (one: SavedFilter): Promise<void> => {
    await removeFilter(db, one.id);
    showToast({
      type: 'success',
      title: `${one.name} removed`,
      action: { label: 'Undo', onPress: () => void restoreFilter(db, one) },
    });
  };
  return (
    <section aria-label="Saved filters" className="grid gap-3 border-t border-line pt-5">
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          className="flex-1"
          label="Save this filter as"
          placeholder="Summer regulars"
          maxLength={40}
          value={name}
          onChange={setName}
        />
        <Button type="submit" disabled={!canSave}>
          Save
        </Button>
      </form>
      {saved.length > 0 && (
        <ul className="divide-y divide-line">
          {saved.map((one) => (
            <li key={one.id} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate">
                <bdi>{one.name}</bdi>
              </span>
              <IconButton
                icon={Trash2}
                label={`Remove the filter ${one.name}`}
                onClick={() => void remove(one)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const monthNames = (locale: string): { value: string; label: string }[] => {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => ({
    value: String(month + 1),
    label: format.format(Date.UTC(2024, month, 15)),
  }));
};
