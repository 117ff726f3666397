import type { ClientRow } from '#domain/rows.ts';

type Named = Pick<ClientRow, 'first_name' | 'last_name' | 'preferred_name' | 'email' | 'phone'>;

/** What stands where a name was. */
export const ERASED_NAME = 'Erased client';

/** The name in lists and on cards. Only a client who was erased has none of these. */
export const clientName = (client: Named): string => {
  const full = `${client.first_name} ${client.last_name}`.trim();
  return full || client.preferred_name || client.phone || client.email || ERASED_NAME;
};

/** How to address the client: the preferred name when there is one. */
export const clientShortName = (client: Named): string =>
  client.preferred_name || client.first_name || clientName(client);
