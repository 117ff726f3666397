import { CALENDAR_KEYS } from '#features/calendar/keys.ts';
import { KeyList } from '#ui/key-list.tsx';
import { businessNav, mainNav, settingsNav } from './nav.ts';
import { commandKey } from './palette/palette-store.ts';

const everywhere = (): readonly [string, string][] => [
  [`${commandKey()} K`, 'Find a client, an appointment, a screen, or something to do'],
  ['n', 'Make something new'],
  ['b', 'Book an appointment'],
  ['[', 'Collapse or expand the sidebar'],
  ['?', 'This list'],
  ...[...mainNav, ...businessNav, settingsNav].flatMap(({ keys, label }): [string, string][] =>
    keys ? [[keys, `Go to ${label}`]] : [],
  ),
];

/** All keys of the product in one place; the calendar shows its own part as well. */
export function ShortcutList() {
  return (
    <div className="grid gap-6">
      <section className="grid gap-3">
        <h3 className="font-semibold">Everywhere</h3>
        <KeyList rows={everywhere()} />
      </section>
      <section className="grid gap-3">
        <h3 className="font-semibold">In the calendar</h3>
        <KeyList rows={CALENDAR_KEYS} />
      </section>
    </div>
  );
}
