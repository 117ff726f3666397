import { openSignOut } from '#app/sign-out/sign-out.tsx';
import { businessNav, mainNav, settingsNav } from '#app/nav.ts';
import { pathTo, patterns } from '#app/paths.ts';
import { showShortcuts } from '#app/show-shortcuts.ts';
import { setTheme } from '#app/theme.ts';
import { fold, foldedWords } from '#domain/text/fold.ts';
import type { Icon } from '#ui/icon.ts';
import {
  Activity,
  Armchair,
  Ban,
  CalendarPlus,
  CloudUpload,
  Copy,
  FileDown,
  FileUp,
  Keyboard,
  LogOut,
  Monitor,
  MonitorSmartphone,
  Moon,
  ShieldCheck,
  ShoppingBag,
  SlidersHorizontal,
  Sun,
  UserPlus,
  UserRoundPlus,
  UsersRound,
  Coffee,
} from 'lucide-react';

/** Something that can be chosen by its name: a place to go to, or a thing to do. */
export type Command = {
  id: string;
  label: string;
  icon: Icon;
  /** Other words that people look for. */
  words?: string;
  /** Where it leads, or what it does. */
  to?: string;
  act?: () => void;
};

/** What can be done from anywhere. `syncNow` is the one thing that belongs to the open business. */
export const actions = (syncNow: () => void): readonly Command[] => [
  {
    id: 'new-appointment',
    label: 'New appointment',
    words: 'book add create',
    icon: CalendarPlus,
    to: pathTo('calendar', null, { new: 'appointment' }),
  },
  {
    id: 'plan-class',
    label: 'Plan a class',
    words: 'group course workshop session seats',
    icon: UsersRound,
    to: pathTo('calendar', null, { new: 'class' }),
  },
  {
    id: 'block-time',
    label: 'Block time',
    words: 'break lunch absence new',
    icon: Ban,
    to: pathTo('calendar', null, { new: 'block' }),
  },
  {
    id: 'new-client',
    label: 'New client',
    words: 'add create customer',
    icon: UserRoundPlus,
    to: pathTo('clients', null, { new: 'client' }),
  },
  {
    id: 'new-sale',
    label: 'New sale',
    words: 'checkout pay',
    icon: ShoppingBag,
    to: patterns.checkout,
  },
  {
    id: 'sync',
    label: 'Sync now',
    words: 'send refresh reload server',
    icon: CloudUpload,
    act: syncNow,
  },
  {
    id: 'light',
    label: 'Light theme',
    words: 'appearance bright day mode',
    icon: Sun,
    act: () => setTheme('light'),
  },
  {
    id: 'dark',
    label: 'Dark theme',
    words: 'appearance night mode',
    icon: Moon,
    act: () => setTheme('dark'),
  },
  {
    id: 'system',
    label: 'Theme like this device',
    words: 'appearance system automatic mode',
    icon: Monitor,
    act: () => setTheme('system'),
  },
  {
    id: 'keys',
    label: 'Keyboard shortcuts',
    words: 'help keys hotkeys',
    icon: Keyboard,
    act: showShortcuts,
  },
  {
    id: 'sign-out',
    label: 'Sign out',
    words: 'log out leave exit',
    icon: LogOut,
    act: openSignOut,
  },
];

/** Every screen, and the parts of the settings. */
export const places: readonly Command[] = [
  ...[...mainNav, ...businessNav, settingsNav].map(({ label, to, icon }) => ({
    id: to,
    label,
    to,
    icon,
  })),
  {
    id: 'import',
    label: 'Import clients',
    words: 'csv',
    icon: FileDown,
    to: patterns.importClients,
  },
  {
    id: 'import-appointments',
    label: 'Import appointments',
    words: 'csv visits',
    icon: FileDown,
    to: patterns.importAppointments,
  },
  {
    id: 'duplicates',
    label: 'Possible duplicates',
    words: 'merge double',
    icon: Copy,
    to: patterns.clientDuplicates,
  },
  {
    id: 'rooms',
    label: 'Rooms and equipment',
    words: 'chairs machines resources',
    icon: Armchair,
    to: patterns.resources,
  },
  {
    id: 'access',
    label: 'Access',
    words: 'invite members roles rights',
    icon: UserPlus,
    to: patterns.settingsMembers,
  },
  {
    id: 'reasons',
    label: 'Reasons for blocked time',
    words: 'settings breaks',
    icon: Coffee,
    to: patterns.settingsBlockOffReasons,
  },
  {
    id: 'rules',
    label: 'Booking rules',
    words: 'settings notice cancellation online',
    icon: SlidersHorizontal,
    to: `${patterns.settings}#rules`,
  },
  {
    id: 'security',
    label: 'Security',
    words: 'settings password email second factor authenticator sessions',
    icon: ShieldCheck,
    to: `${patterns.settings}#security`,
  },
  {
    id: 'devices',
    label: 'Devices and sync',
    words: 'settings storage queue waiting forget',
    icon: MonitorSmartphone,
    to: `${patterns.settings}#device`,
  },
  {
    id: 'export',
    label: 'Export everything',
    words: 'settings data zip backup download',
    icon: FileUp,
    to: `${patterns.settings}#data`,
  },
  {
    id: 'debug',
    label: 'Device and sync details',
    words: 'debug log report support',
    icon: Activity,
    to: patterns.debug,
  },
];

/**
 * Commands that contain every word of the text, those whose name begins with it first. An empty text
 * gives everything in the given order.
 */
export const matching = (commands: readonly Command[], text: string): Command[] => {
  const words = foldedWords(text);
  if (words.length === 0) return [...commands];
  const whole = words.join(' ');
  const ranked: Command[][] = [[], [], []];
  for (const command of commands) {
    const name = fold(command.label);
    const hay = ` ${name} ${fold(command.words ?? '')}`;
    if (!words.every((word) => hay.includes(` ${word}`))) continue;
    const rank = name.startsWith(whole)
      ? 0
      : words.every((word) => ` ${name}`.includes(` ${word}`))
        ? 1
        : 2;
    ranked[rank]?.push(command);
  }
  return ranked.flat();
};
