import { Modal } from '#ui/modal.tsx';

const KEYS: readonly (readonly [keys: string, words: string])[] = [
  ['← →', 'Previous or next day; on the grid: previous or next column'],
  ['↑ ↓', 'Earlier or later on the grid'],
  ['Ctrl ↑ ↓', 'From appointment to appointment'],
  ['Home End', 'Beginning or end of the working day'],
  ['PgUp PgDn', 'Previous or next day'],
  ['Enter', 'Open the appointment, or book the free time'],
  ['m', 'Move the appointment by fields'],
  ['s', 'Next step: confirm, arrived, start, complete'],
  ['Delete', 'Cancel the appointment, or remove the block'],
  ['n', 'Book the focused time'],
  ['b', 'Block the focused time'],
  ['t', 'Today'],
  ['d x w l', 'Day, 3 days, week, list'],
  ['Esc', 'Let go of what is being dragged'],
];

/** The keys of the calendar; those of the whole app are under "?". */
export function KeysHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal open={open} onClose={onClose} title="Keys of the calendar">
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2">
        {KEYS.map(([keys, words]) => (
          <div key={keys} className="contents">
            <dt className="flex flex-wrap gap-1">
              {keys.split(' ').map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-sm border border-line bg-raised px-1.5 py-0.5 text-center font-sans text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
