import type { Role } from '#domain/rows.ts';

/** What a person may do, for the screens. Row-level security decides; SQL holds the same presets. */
export const PERMISSIONS = [
  'appointments.view',
  'appointments.edit',
  'appointments.delete',
  'block',
  'clients.view',
  'clients.edit',
  'clients.contact',
  'clients.clinical',
  'clients.merge',
  'clients.export',
  'services',
  'forms',
  'inventory',
  'inventory.cost',
  'checkout',
  'refund',
  'drawer',
  'transactions',
  'analytics',
  'giftcards',
  'waitlist',
  'staff',
  'settings',
  'billing',
  'prices',
] as const;

export type Permission = (typeof PERMISSIONS)[number];
/** `own` = what is done by oneself, or for one's own clients; `ask` = that, with somebody else's yes. */
export type Scope = 'none' | 'ask' | 'own' | 'all';

type Preset = Partial<Record<Permission, Scope>>;

const everything = (but: readonly Permission[] = []): Preset =>
  Object.fromEntries(
    PERMISSIONS.filter((name) => !but.includes(name)).map((name) => [name, 'all']),
  );

export const PRESETS: Readonly<Record<Role, Preset>> = {
  owner: everything(),
  manager: everything(['billing']),
  front_desk: {
    'appointments.view': 'all',
    'appointments.edit': 'all',
    'appointments.delete': 'all',
    block: 'all',
    'clients.view': 'all',
    'clients.edit': 'all',
    'clients.contact': 'all',
    'clients.merge': 'all',
    forms: 'all',
    checkout: 'all',
    drawer: 'all',
    giftcards: 'all',
    waitlist: 'all',
    prices: 'all',
  },
  practitioner: {
    'appointments.view': 'own',
    'appointments.edit': 'own',
    'appointments.delete': 'own',
    block: 'own',
    'clients.view': 'own',
    'clients.edit': 'own',
    'clients.contact': 'own',
    'clients.clinical': 'own',
    forms: 'own',
    checkout: 'own',
    transactions: 'own',
    prices: 'all',
  },
  assistant: { 'appointments.view': 'all', 'clients.view': 'all', prices: 'all' },
};

type Holder = { role: Role; custom_permissions: Record<string, Scope> };

/** How far a membership's permission reaches. An owner cannot be narrowed. */
export const scopeOf = (membership: Holder, permission: Permission): Scope => {
  const custom = membership.custom_permissions[permission];
  if (membership.role !== 'owner' && custom !== undefined) return custom;
  return PRESETS[membership.role][permission] ?? 'none';
};

/** What a role brings, before anything is changed for one person. */
const presetScope = (role: Role, permission: Permission): Scope =>
  PRESETS[role][permission] ?? 'none';

/** Permissions that make sense for one's own things alone; the others are held or not. */
const WITH_OWN: ReadonlySet<Permission> = new Set<Permission>([
  'appointments.view',
  'appointments.edit',
  'appointments.delete',
  'block',
  'clients.view',
  'clients.edit',
  'clients.contact',
  'clients.clinical',
  'forms',
  'checkout',
  'transactions',
]);

const REACH: readonly Scope[] = ['none', 'ask', 'own', 'all'];

/** How far a permission may reach, narrowest first. */
export const scopesOf = (permission: Permission): readonly Scope[] =>
  permission === 'block'
    ? REACH
    : WITH_OWN.has(permission)
      ? ['none', 'own', 'all']
      : ['none', 'all'];

/** What nobody does without seeing prices. (`private.priced_permissions` is the same list.) */
export const PRICED_PERMISSIONS: readonly Permission[] = [
  'services',
  'checkout',
  'refund',
  'drawer',
  'transactions',
  'analytics',
  'giftcards',
  'inventory.cost',
  'billing',
];

/**
 * The overrides that a person has beside their role once a permission reaches this far. Who loses
 * prices loses what shows them, and who gets one of those gets prices.
 */
export const withScope = (
  { role, custom_permissions: custom }: Holder,
  permission: Permission,
  scope: Scope,
): Record<string, Scope> => {
  const along: [Permission, Scope][] =
    permission === 'prices' && scope === 'none'
      ? PRICED_PERMISSIONS.map((name) => [name, 'none'])
      : scope !== 'none' && PRICED_PERMISSIONS.includes(permission)
        ? [['prices', 'all']]
        : [];
  const changed: Record<string, Scope> = {
    ...custom,
    [permission]: scope,
    ...Object.fromEntries(along),
  };
  return Object.fromEntries(
    Object.entries(changed).filter(([name, one]) => one !== presetScope(role, name as Permission)),
  );
};

/** Whether somebody may give this: nobody gives what they do not have for everybody. */
export const mayGive = (giver: Holder, wanted: Holder): boolean =>
  PERMISSIONS.every(
    (permission) => scopeOf(wanted, permission) === 'none' || scopeOf(giver, permission) === 'all',
  );

/** Whether a membership may do something: ask for it, with one's own things, or with everybody's. */
export const may = (
  membership: Holder,
  permission: Permission,
  on: Exclude<Scope, 'none'> = 'all',
): boolean => REACH.indexOf(scopeOf(membership, permission)) >= REACH.indexOf(on);
