import type { Address, ClientRow, EmergencyContact } from '#domain/rows.ts';

/** Enough of a client to know where they are. */
type Addressed = { address: Address | null; more_addresses?: readonly Address[] };

/** All addresses of a client: the one that visits are at first, then the others in order. */
export const addressesOf = (client: Addressed): Address[] => [
  ...(client.address ? [client.address] : []),
  // Rows from before there were several have no list.
  ...(client.more_addresses ?? []),
];

/** An address as a visit keeps it: what the client's record calls it is of no use there. */
export const placeOf = ({ label: _label, ...place }: Address): Address => place;

const isSamePlace = (a: Address, b: Address): boolean =>
  (['line1', 'line2', 'city', 'region', 'postal_code', 'country_code'] as const).every(
    (line) => (a[line] ?? '') === (b[line] ?? ''),
  );

/** `Rosa Li, 212 555 0100`; empty = nobody. */
export const emergencyText = (contact: EmergencyContact | null | undefined): string =>
  [contact?.name, contact?.phone].filter(Boolean).join(', ');

/** What an address is called beside others. */
export const addressName = (address: Address, place: number): string =>
  address.label ?? (place === 0 ? 'Address' : `Address ${place + 1}`);

/** All addresses of several records of one person, each once, without the one that comes first. */
export const otherAddresses = (
  clients: readonly Pick<ClientRow, 'address' | 'more_addresses'>[],
  first: Address | null,
): Address[] => {
  const known = first ? [first] : [];
  for (const address of clients.flatMap(addressesOf)) {
    if (!known.some((one) => isSamePlace(one, address))) known.push(address);
  }
  return known.slice(first ? 1 : 0);
};
