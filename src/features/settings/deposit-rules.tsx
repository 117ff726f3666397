import { ChevronDown, GripVertical, Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useDb } from '#db/use-query.ts';
import { MOST_DEPOSIT_RULES } from '#domain/business/schema.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { FeeFields } from '#ui/fee-fields.tsx';
import { SelectField } from '#ui/fields.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { OrderButtons } from '#ui/order-buttons.tsx';
import { useDragSort } from '#ui/use-drag-sort.ts';
import { WholeField } from '#ui/whole-field.tsx';
import { CLIENTS, SOURCES, newEntry, ruleWords } from './deposit-rule-entry.ts';
import type { DepositRuleEntry } from './deposit-rule-entry.ts';

/** Who pays what before a visit: rules in their order, of which the first that fits is meant. */
export function DepositRules({
  entries,
  business,
  errorOf,
  onChange,
}: {
  entries: readonly DepositRuleEntry[];
  business: BusinessRow;
  /** What is wrong with the rule of this place, or with a field of it. */
  errorOf: (place: number, field?: string) => string | undefined;
  onChange: (entries: DepositRuleEntry[]) => void;
}) {
  const db = useDb();
  const listId = useId();
  const [openKey, setOpen] = useState<string | null>(null);
  const move = (from: number, to: number): void => {
    const rest = entries.toSpliced(from, 1);
    onChange(rest.toSpliced(to, 0, entries[from]!));
  };
  const { rowProps } = useDragSort(move);
  const add = (): void => {
    const entry = newEntry(db.newId());
    onChange([...entries, entry]);
    setOpen(entry.key);
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      {entries.length > 0 && (
        <ol aria-label="Rules for deposits" className="grid grid-cols-1 gap-2">
          {entries.map((entry, place) => {
            const isOpen = entry.key === openKey;
            const words = ruleWords(entry, business);
            const set = (part: Partial<DepositRuleEntry>): void =>
              onChange(entries.toSpliced(place, 1, { ...entry, ...part }));
            return (
              <li
                key={entry.key}
                {...(isOpen ? {} : rowProps(place))}
                className="rounded-lg border border-line bg-surface data-[drag=source]:opacity-50 data-[drag=target]:border-accent"
              >
                <div className="flex items-center gap-1 py-1 pr-1 pl-3">
                  <GripVertical
                    size={18}
                    className="shrink-0 text-muted max-sm:hidden"
                    aria-hidden
                  />
                  <button
                    type="button"
                    aria-expanded={isOpen}
                    aria-controls={`${listId}-${place}`}
                    onClick={() => setOpen(isOpen ? null : entry.key)}
                    className="flex min-h-11 min-w-0 flex-1 items-center gap-2 text-left"
                  >
                    <span className="min-w-0 flex-1">
                      <span className="block font-medium break-words">{words.who}</span>
                      <span className="block text-sm text-muted">{words.what}</span>
                    </span>
                    {errorOf(place) && <Chip tone="danger">Unfinished</Chip>}
                    <ChevronDown size={18} className={isOpen ? 'rotate-180' : ''} aria-hidden />
                  </button>
                  <OrderButtons
                    name={`rule ${place + 1}`}
                    index={place}
                    count={entries.length}
                    onMove={(to) => move(place, to)}
                  />
                </div>
                <div id={`${listId}-${place}`}>
                  {isOpen && (
                    <div
                      role="group"
                      aria-label={`Rule ${place + 1}`}
                      className="grid grid-cols-1 gap-4 border-t border-line p-4"
                    >
                      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
                        <SelectField
                          label="Of"
                          value={entry.client}
                          onChange={(client) =>
                            set({ client: client as DepositRuleEntry['client'] })
                          }
                          options={CLIENTS}
                        />
                        <SelectField
                          label="Booked"
                          value={entry.source}
                          onChange={(source) =>
                            set({ source: source as DepositRuleEntry['source'] })
                          }
                          options={SOURCES}
                        />
                        <MoneyField
                          label="Booking of at least"
                          required={false}
                          value={entry.min_total_cents}
                          onChange={(cents) => set({ min_total_cents: cents })}
                          currency={business.currency}
                          locale={business.locale}
                          error={errorOf(place, 'min_total_cents')}
                        />
                        <WholeField
                          label="Did not come at least"
                          required={false}
                          unit="times"
                          value={entry.no_shows}
                          onChange={(no_shows) => set({ no_shows })}
                          error={errorOf(place, 'no_shows')}
                        />
                      </div>
                      <FeeFields
                        label="Deposit"
                        entry={entry.rule}
                        onChange={(part) => set({ rule: { ...entry.rule, ...part } })}
                        error={errorOf(place, 'rule')}
                        business={business}
                      />
                      <Button
                        size="sm"
                        icon={Trash2}
                        className="justify-self-start"
                        onClick={() => onChange(entries.toSpliced(place, 1))}
                      >
                        Remove this rule
                      </Button>
                    </div>
                  )}
                </div>
              </li>
            );
          })}
        </ol>
      )}
      {entries.length < MOST_DEPOSIT_RULES && (
        <Button icon={Plus} className="justify-self-start" onClick={add}>
          Add a rule
        </Button>
      )}
    </div>
  );
}
