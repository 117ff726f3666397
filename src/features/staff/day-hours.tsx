import { IconButton } from '#ui/button.tsx';
import { SwitchField, TimeField } from '#ui/fields.tsx';
import { Menu } from '#ui/menu.tsx';
import clsx from 'clsx';
import { CopyCheck, Ellipsis, Plus, Trash2 } from 'lucide-react';
import { USUAL_DAY, withBreak } from './hours-form.ts';
import type { RangeText } from './hours-form.ts';

/** The hours of one weekday: off, or one stretch and more with breaks between them. */
export function DayHours({
  name,
  ranges,
  error,
  onChange,
  onCopy,
}: {
  name: string;
  ranges: readonly RangeText[];
  error: string | undefined;
  onChange: (ranges: RangeText[]) => void;
  /** Gives all working days these hours. */
  onCopy?: () => void;
}) {
  const works = ranges.length > 0;
  const set = (at: number, part: Partial<RangeText>): void =>
    onChange(ranges.map((range, index) => (index === at ? { ...range, ...part } : range)));
  return (
    <div role="group" aria-label={name} className="border-b border-line py-1.5 last:border-0">
      <div className="flex items-center gap-1">
        <SwitchField
          label={name}
          className="min-w-0 flex-1"
          value={works}
          onChange={(on) => onChange(on ? [USUAL_DAY] : [])}
        />
        <span className={works ? '' : 'invisible'}>
          <Menu
            label={`More for ${name}`}
            trigger={(props) => (
              <IconButton {...props} size="sm" icon={Ellipsis} label={`More for ${name}`} />
            )}
            items={[
              { label: 'Add a break', icon: Plus, onPress: () => onChange(withBreak(ranges)) },
              ...(onCopy
                ? [{ label: 'Copy to all working days', icon: CopyCheck, onPress: onCopy }]
                : []),
            ]}
          />
        </span>
      </div>
      {works && (
        <div className="grid gap-2 pb-2">
          {ranges.map((range, index) => (
            <div
              // Stretches have no identity but their place.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              className={clsx(
                'grid items-center gap-2',
                ranges.length > 1
                  ? 'grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_2.75rem]'
                  : 'grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]',
              )}
            >
              <TimeField
                label={`${name} from${ordinal(index)}`}
                labelHidden
                value={range.from}
                onChange={(from) => set(index, { from })}
              />
              <span className="text-muted" aria-hidden>
                –
              </span>
              <TimeField
                label={`${name} to${ordinal(index)}`}
                labelHidden
                value={range.to}
                onChange={(to) => set(index, { to })}
              />
              {ranges.length > 1 && (
                <IconButton
                  icon={Trash2}
                  label={`Remove this stretch of ${name}`}
                  onClick={() => onChange(ranges.filter((_, at) => at !== index))}
                />
              )}
            </div>
          ))}
          {error && (
            <p role="alert" className="text-sm text-danger">
              {error}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

const ordinal = (index: number): string => (index === 0 ? '' : `, stretch ${index + 1}`);
