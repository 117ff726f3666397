import { businessNav, mainNav, settingsNav } from './nav.ts';

const rows: readonly [string, string][] = [
  ['n', 'Make something new'],
  ['b', 'Book an appointment'],
  ['[', 'Collapse or expand the sidebar'],
  ['?', 'This list'],
  ...[...mainNav, ...businessNav, settingsNav].flatMap(({ keys, label }): [string, string][] =>
    keys ? [[keys, `Go to ${label}`]] : [],
  ),
];

export function ShortcutList() {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2">
      {rows.map(([keys, words]) => (
        <div key={keys} className="contents">
          <dt className="flex gap-1">
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
  );
}
