import { duplicateKeys } from '#domain/clients/duplicates.ts';
import type { Compared } from '#domain/clients/duplicates.ts';
import type { ClientInput } from '#domain/clients/schema.ts';
import type {
  AppointmentRow,
  Instant,
  ServiceRow,
  ServiceVariantRow,
  StaffRow,
  StaffServiceOverrideRow,
  Uuid,
} from '#domain/rows.ts';
import { segmentName } from '#domain/services/offer.ts';
import { fold } from '#domain/text/fold.ts';

/** What rows of a file are compared with: who and what the business has. */
export type ImportBook = {
  services: readonly ServiceRow[];
  variants: readonly ServiceVariantRow[];
  overrides: readonly StaffServiceOverrideRow[];
  staff: readonly StaffRow[];
  /** Those ahead. */
  appointments: readonly AppointmentRow[];
};

export type KnownClient = { id: Uuid } | { fresh: number };

/** Finds what the words of a file mean. */
export class BookIndex {
  readonly #variants = new Map<string, ServiceVariantRow | null>();
  readonly #variantsById = new Map<Uuid, { variant: ServiceVariantRow; service: ServiceRow }>();
  readonly #staff = new Map<string, Uuid | null>();
  readonly #overrides = new Map<string, StaffServiceOverrideRow>();
  readonly #clients = new Map<string, KnownClient | null>();
  readonly #visits = new Set<string>();

  constructor(book: ImportBook) {
    const services = new Map(book.services.map((service) => [service.id, service]));
    for (const variant of book.variants) {
      const service = services.get(variant.service_id);
      if (!service || service.status !== 'active' || variant.status !== 'active') continue;
      this.#variantsById.set(variant.id, { variant, service });
      for (const name of [segmentName(service, variant), `${service.name} ${variant.name}`]) {
        this.#variants.set(plain(name), variant);
      }
      // The bare name means the first variant, whatever it is called.
      if (!this.#variants.has(plain(service.name))) {
        this.#variants.set(plain(service.name), variant);
      }
    }
    for (const { id, display_name, status } of book.staff) {
      if (status !== 'active') continue;
      this.#staff.set(fold(display_name), id);
      const first = fold(display_name).split(' ')[0] ?? '';
      // A first name that two people share names neither.
      if (first !== fold(display_name)) {
        this.#staff.set(first, this.#staff.has(first) ? null : id);
      }
    }
    for (const one of book.overrides) this.#overrides.set(`${one.variant_id} ${one.staff_id}`, one);
    for (const { client_id, starts_at, status } of book.appointments) {
      if (client_id && (status === 'booked' || status === 'pending')) {
        this.#visits.add(`${client_id} ${starts_at}`);
      }
    }
  }

  variant(name: string): { variant: ServiceVariantRow; service: ServiceRow } | null {
    const found = this.#variants.get(plain(name));
    return (found && this.#variantsById.get(found.id)) ?? null;
  }

  override(variantId: Uuid, staffId: Uuid): StaffServiceOverrideRow | undefined {
    return this.#overrides.get(`${variantId} ${staffId}`);
  }

  staff(name: string): Uuid | null {
    return this.#staff.get(fold(name)) ?? null;
  }

  addClient(person: Compared, known: KnownClient): void {
    for (const { key } of duplicateKeys(person))
      if (!this.#clients.has(key)) this.#clients.set(key, known);
    const name = nameKey(person);
    // Of two people with one name nobody can tell which is meant.
    if (name) this.#clients.set(name, this.#clients.has(name) ? null : known);
  }

  /** By phone, then e-mail, then by a name that only one client has. */
  client(person: ClientInput): KnownClient | null {
    for (const { key } of duplicateKeys(person)) {
      const found = this.#clients.get(key);
      if (found) return found;
    }
    const name = nameKey(person);
    const named = name ? this.#clients.get(name) : null;
    // Another number says that it is somebody else of that name.
    return named && !person.phone && !person.email ? named : null;
  }

  hasVisit(clientId: Uuid, startsAt: Instant): boolean {
    return this.#visits.has(`${clientId} ${startsAt}`);
  }
}

const nameKey = (person: Pick<Compared, 'first_name' | 'last_name'>): string | null => {
  const name = fold(`${person.first_name} ${person.last_name}`);
  return name === '' ? null : `n${name}`;
};

const plain = (name: string): string => fold(name.replace(/[\s–—-]+/g, ' '));
