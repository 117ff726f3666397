import type { Role } from '#domain/rows.ts';

/** What a role is called, the same on every screen. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  manager: 'Manager',
  front_desk: 'Front desk',
  practitioner: 'Practitioner',
  assistant: 'Assistant',
};
