import { KeyList } from '#ui/key-list.tsx';
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
  return <KeyList rows={rows} />;
}
