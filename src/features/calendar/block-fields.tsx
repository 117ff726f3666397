import type { BlockOffReasonRow, StaffRow, Uuid } from '#domain/rows.ts';
import { ruleText } from '#app/messages.ts';
import { FilterChip } from '#ui/chip.tsx';
import { CheckboxField, DateField, SelectField, TextField, TimeField } from '#ui/fields.tsx';
import { lengthened, type BlockDraft } from './block-draft.ts';

type Props = {
  draft: BlockDraft;
  /** Of several people one block each is made; there is one block to be changed. */
  isNew: boolean;
  reasons: readonly BlockOffReasonRow[];
  staff: readonly StaffRow[];
  /** Whether it may be said for everybody, and for others. */
  mayAll: boolean;
  /** What is wrong with the end. */
  endFault: string | undefined;
  onChange: (part: Partial<BlockDraft>) => void;
};

/** Why, who and when; what it says besides. */
export function BlockFields(props: Props) {
  const { draft, isNew, reasons, endFault, onChange } = props;
  return (
    <>
      {reasons.length > 0 && (
        <div role="group" aria-label="Reason" className="flex flex-wrap gap-2">
          {reasons.map((reason) => (
            <FilterChip
              key={reason.id}
              selected={draft.reasonId === reason.id}
              onChange={(on) =>
                onChange(
                  on
                    ? {
                        reasonId: reason.id,
                        blocksOnline: reason.blocks_online,
                        ...(isNew ? { to: lengthened(draft.from, reason.default_min) } : {}),
                      }
                    : { reasonId: '' },
                )
              }
            >
              {reason.name}
            </FilterChip>
          ))}
        </div>
      )}
      <Who {...props} />
      <CheckboxField
        label="Whole day"
        value={draft.allDay}
        onChange={(allDay) => onChange({ allDay })}
      />
      <div className="grid grid-cols-2 gap-3 *:min-w-0 *:grid-cols-1">
        <DateField
          label={draft.allDay ? 'First day' : 'Date'}
          className={draft.allDay ? '' : 'col-span-2'}
          value={draft.day}
          onChange={(day) => onChange({ day, ...(day > draft.lastDay ? { lastDay: day } : {}) })}
        />
        {draft.allDay ? (
          <DateField
            label="Last day"
            value={draft.lastDay}
            onChange={(lastDay) => onChange({ lastDay })}
            error={endFault && ruleText(endFault)}
          />
        ) : (
          <>
            <TimeField label="From" value={draft.from} onChange={(from) => onChange({ from })} />
            <TimeField
              label="To"
              value={draft.to}
              onChange={(to) => onChange({ to })}
              error={endFault && ruleText(endFault)}
            />
          </>
        )}
      </div>
    </>
  );
}

function Who({ draft, isNew, staff, mayAll, onChange }: Props) {
  const { staffIds } = draft;
  if (!mayAll) return null;
  const people = staff.filter(({ status, id }) => status === 'active' || staffIds.includes(id));
  if (!isNew || people.length === 1) {
    return (
      <SelectField
        label="Who"
        value={staffIds[0] ?? ''}
        onChange={(id) => onChange({ staffIds: id ? [id] : [] })}
        options={[
          { value: '', label: 'Everybody' },
          ...people.map(({ id, display_name }) => ({ value: id, label: display_name })),
        ]}
      />
    );
  }
  const toggle = (id: Uuid, on: boolean): void =>
    onChange({ staffIds: on ? [...staffIds, id] : staffIds.filter((one) => one !== id) });
  return (
    <div role="group" aria-label="Who" className="grid gap-1.5">
      <span className="text-sm font-medium">Who</span>
      <div className="flex flex-wrap gap-2">
        <FilterChip selected={staffIds.length === 0} onChange={() => onChange({ staffIds: [] })}>
          Everybody
        </FilterChip>
        {people.map(({ id, display_name }) => (
          <FilterChip key={id} selected={staffIds.includes(id)} onChange={(on) => toggle(id, on)}>
            {display_name}
          </FilterChip>
        ))}
      </div>
    </div>
  );
}

/** What it says besides: to the team, and to clients who book themselves. */
export function BlockNotes({
  draft,
  asks,
  onChange,
}: Pick<Props, 'draft' | 'onChange'> & {
  /** Time that is asked for is closed to clients once somebody has said yes. */
  asks: boolean;
}) {
  return (
    <>
      <TextField
        label="Note"
        required={false}
        value={draft.note}
        onChange={(note) => onChange({ note })}
      />
      {!asks && (
        <CheckboxField
          label="Closed for online booking"
          hint="Off: clients may still book this time themselves."
          value={draft.blocksOnline}
          onChange={(blocksOnline) => onChange({ blocksOnline })}
        />
      )}
    </>
  );
}
