import type { Uuid } from '#domain/rows.ts';
import { sumPrices } from '#domain/services/price.ts';
import type { Price } from '#domain/services/price.ts';
import type {
  PublicBundle,
  PublicProfile,
  PublicService,
  PublicStaff,
  PublicVariant,
} from '#remote/public-booking.ts';
import type { ComponentType } from 'react';
import { countOf } from './booking-draft.ts';
import type { Choice, Draft, DraftEvent } from './booking-draft.ts';
import type { BookingFlow } from './booking-flow.ts';
import { worksAt } from './place.ts';
import type { PlaceKind } from './place.ts';

/** What a client can choose, in the order in which the business shows it. */
export type Catalogue = {
  profile: PublicProfile;
  sections: {
    id: Uuid | null;
    name: string;
    picture?: string | null | undefined;
    services: OfferedService[];
  }[];
  variantById: ReadonlyMap<Uuid, OfferedVariant>;
  staffById: ReadonlyMap<Uuid, PublicStaff>;
  /** Where something is sold together; see bundling.ts. */
  bundling?: Bundling;
  /** Where it is booked for; null while that is open. See `atPlace`. */
  place: PlaceKind | null;
};

/** What there is to bundles. It is fetched for those who sell some: most do not. */
export type Bundling = {
  /** Bundles to choose from; absent where nothing is chosen any more. */
  Menu?: ComponentType<{ flow: BookingFlow; bundles: readonly PublicBundle[] }>;
  /** Those on the menu in which every word occurs. */
  find: (query: string) => PublicBundle[];
  bundleById: ReadonlyMap<Uuid, PublicBundle>;
  /** What each choice costs: the parts of a bundle share its price. */
  pricesOf: (catalogue: Catalogue, choices: readonly Choice[]) => Price[];
  /** The choices, of which those of a bundle that is not whole are services like all others. */
  settled: (choices: readonly Choice[]) => Choice[];
  /** The choices with a bundle. */
  choose: (catalogue: Catalogue, choices: readonly Choice[], bundle: PublicBundle) => Choice[];
};

export type OfferedService = PublicService & {
  variants: OfferedVariant[];
  addOnGroups: AddOnGroup[];
};

export type OfferedVariant = PublicVariant & {
  service: PublicService;
  /** `Cut – long hair`; only `Cut` when the service has one variant. */
  fullName: string;
  /** How many do it at the same time. */
  people: number;
  /** Who does it at the place of the catalogue, best rank first. */
  staffIds: Uuid[];
  /** Who does it anywhere. */
  allStaffIds: Uuid[];
};

export type AddOnGroup = PublicProfile['add_on_groups'][number] & {
  addOns: PublicProfile['add_ons'];
};

/** `linked`: ids of services or variants in the address, which are shown although they are not listed. */
export const catalogueOf = (profile: PublicProfile, linked: readonly string[] = []): Catalogue => {
  const staff = profile.staff.toSorted((a, b) => a.rank - b.rank || compare(a.id, b.id));
  const variantById = new Map<Uuid, OfferedVariant>();

  const services = sorted(profile.services).flatMap((service): OfferedService[] => {
    const own = sorted(profile.variants.filter(({ service_id }) => service_id === service.id));
    const variants = own.flatMap((variant): OfferedVariant[] => {
      const staffIds = staff
        .filter(
          (person) =>
            offers(profile, person.id, variant.id) &&
            service.location_types.some((kind) => worksAt(person, kind)),
        )
        .map(({ id }) => id);
      const people = service.staff_needed ?? 1;
      if (staffIds.length < people) return [];
      const isOnly = own.length === 1 || variant.name === '';
      const fullName = isOnly ? service.name : `${service.name} – ${variant.name}`;
      return [{ ...variant, service, fullName, people, staffIds, allStaffIds: staffIds }];
    });
    for (const variant of variants) variantById.set(variant.id, variant);
    return variants.length === 0
      ? []
      : [{ ...service, variants, addOnGroups: groupsOf(profile, service.id) }];
  });

  const isListed = ({ id, visibility, variants }: OfferedService): boolean =>
    visibility === 'public' ||
    [id, ...variants.map((variant) => variant.id)].some((own) => linked.includes(own));

  const sections = [
    ...sorted(profile.categories).map(({ id, name, image_path: picture }) => ({
      id,
      name,
      picture,
    })),
    { id: null, name: 'More services' },
  ].map((section) => ({
    ...section,
    services: services
      .filter(isListed)
      .filter((service) =>
        section.id === null
          ? !profile.categories.some(({ id }) => id === service.category_id)
          : service.category_id === section.id,
      ),
  }));

  return {
    profile,
    sections: sections.filter((section) => section.services.length > 0),
    variantById,
    staffById: new Map(staff.map((person) => [person.id, person])),
    place: null,
  };
};

/** Chooses the variant, the service with one variant, or the bundle that a link names; null for anything else. */
export const chooseLinked = (catalogue: Catalogue, id: string): DraftEvent<never> | null => {
  const all = [...catalogue.variantById.values()];
  const [only, second] = all.filter((variant) => variant.id === id || variant.service_id === id);
  if (!only || second) {
    const bundle = catalogue.bundling?.bundleById.get(id);
    const choices = bundle && catalogue.bundling?.choose(catalogue, [], bundle);
    return choices ? { type: 'offer_changed', choices } : null;
  }
  const siblings = all.filter(({ service_id }) => service_id === only.service_id);
  return {
    type: 'service_chosen',
    variantId: only.id,
    siblingIds: siblings.map((variant) => variant.id),
    limit: only.service.is_class ? 1 : serviceLimit(catalogue),
  };
};

/** What is still offered of earlier choices: services may close and people may leave meanwhile. */
export const stillOffered = (catalogue: Catalogue, choices: readonly Choice[]): Choice[] => {
  const most = serviceLimit(catalogue) + choices.length - countOf(choices);
  const offered = choices.slice(0, most).flatMap((choice) => {
    const variant = catalogue.variantById.get(choice.variantId);
    if (!variant) return [];
    const known = new Set(groupsOf(catalogue.profile, variant.service_id).flatMap(idsOfGroup));
    const staffId = variant.staffIds.find((id) => id === choice.staffId) ?? null;
    return [{ ...choice, staffId, addOnIds: choice.addOnIds.filter((id) => known.has(id)) }];
  });
  return (
    catalogue.bundling?.settled(offered) ?? offered.map(({ bundleId: _gone, ...choice }) => choice)
  );
};

/** Whether the business answers a booking of these services before it counts. */
export const needsApproval = (
  { profile, variantById }: Catalogue,
  choices: readonly Choice[],
): boolean =>
  // Whoever planned a class has said yes to those who come.
  !hasClass({ variantById }, choices) &&
  (profile.rules.approval_mode === 'all' ||
    choices.some(({ variantId }) => variantById.get(variantId)?.service.approval));

/** Whether seats of a class are booked; it is booked alone. */
export const hasClass = (
  { variantById }: Pick<Catalogue, 'variantById'>,
  choices: readonly Choice[],
): boolean => choices.some(({ variantId }) => variantById.get(variantId)?.service.is_class);

export const serviceLimit = ({ profile: { rules } }: Catalogue): number =>
  rules.multi_service ? Math.max(1, rules.max_services) : 1;

/** How many may come along with whoever books. */
export const mostGuests = ({ profile }: Pick<Catalogue, 'profile'>): number =>
  Math.max(0, (profile.rules.group_max ?? 1) - 1);

/** Add-on groups from which something has still to be chosen. */
export const missingAddOns = (catalogue: Catalogue, choice: Choice): AddOnGroup[] => {
  const variant = catalogue.variantById.get(choice.variantId);
  if (!variant) return [];
  return groupsOf(catalogue.profile, variant.service_id).filter(
    (group) => countIn(group, choice) < Math.min(group.min_count, group.addOns.length),
  );
};

export const countIn = (group: AddOnGroup, { addOnIds }: Choice): number =>
  group.addOns.filter(({ id }) => addOnIds.includes(id)).length;

/** What one choice costs beside a bundle. Without a chosen person the cheapest one counts, as a lower bound. */
export const priceOfChoice = (catalogue: Catalogue, choice: Choice): Price => {
  const variant = catalogue.variantById.get(choice.variantId);
  if (!variant) return { kind: 'varies', cents: 0 };
  const own = (staffId: Uuid): number =>
    overrideOf(catalogue.profile, staffId, variant.id)?.price_cents ?? variant.price_cents;
  const possible = (choice.staffId ? [choice.staffId] : variant.staffIds).map(own);
  const lowest = Math.min(...possible);
  const differs = variant.price_kind === 'fixed' && lowest !== Math.max(...possible);
  const base: Price =
    variant.price_kind === 'fixed' || variant.price_kind === 'from'
      ? { kind: differs ? 'from' : variant.price_kind, cents: lowest }
      : { kind: variant.price_kind, cents: 0 };
  const extras = addOnsOf(catalogue, choice).map(({ price_cents }): Price => ({
    kind: 'fixed',
    cents: price_cents,
  }));
  return extras.length === 0 ? base : sumPrices([base, ...extras]);
};

export const pricesOf = (catalogue: Catalogue, choices: readonly Choice[]): Price[] =>
  catalogue.bundling?.pricesOf(catalogue, choices) ??
  choices.map((choice) => priceOfChoice(catalogue, choice));

export const totalPrice = (catalogue: Catalogue, choices: readonly Choice[]): Price =>
  sumPrices(pricesOf(catalogue, choices));

/** What all of it costs: for a class so many seats of the chosen session. */
export const orderTotal = (
  catalogue: Catalogue,
  { choices, session }: Pick<Draft, 'choices' | 'session'>,
): Price =>
  session
    ? { ...session.price, cents: session.price.cents * session.seats }
    : totalPrice(catalogue, choices);

/** Minutes from start to end as the client sees them; the longest when people differ. */
export const minutesOfChoice = (catalogue: Catalogue, choice: Choice): number => {
  const variant = catalogue.variantById.get(choice.variantId);
  if (!variant) return 0;
  const rest = variant.processing_min + variant.finishing_min;
  return Math.max(
    0,
    ...peopleOf(variant, choice).map((id) => handsOn(catalogue, choice, id) + rest),
  );
};

/** Who may do a choice. */
export const peopleOf = ({ staffIds }: OfferedVariant, { staffId }: Choice): Uuid[] =>
  staffId ? [staffId] : staffIds;

/** Hands-on minutes of a choice as somebody does it, with its extras. */
export const handsOn = (catalogue: Catalogue, choice: Choice, staffId: Uuid): number => {
  const own = overrideOf(catalogue.profile, staffId, choice.variantId)?.duration_min;
  return addOnsOf(catalogue, choice).reduce(
    (sum, { extra_min }) => sum + extra_min,
    own ?? catalogue.variantById.get(choice.variantId)?.duration_min ?? 0,
  );
};

export const totalMinutes = (catalogue: Catalogue, choices: readonly Choice[]): number =>
  choices.reduce((sum, choice) => sum + minutesOfChoice(catalogue, choice), 0);

export const addOnsOf = (
  { profile }: Catalogue,
  { addOnIds }: Pick<Choice, 'addOnIds'>,
): PublicProfile['add_ons'] => profile.add_ons.filter(({ id }) => addOnIds.includes(id));

const groupsOf = (profile: PublicProfile, serviceId: Uuid): AddOnGroup[] =>
  // Nothing is added to a seat.
  profile.services.some(({ id, is_class }) => id === serviceId && is_class)
    ? []
    : allGroupsOf(profile, serviceId);

const allGroupsOf = (profile: PublicProfile, serviceId: Uuid): AddOnGroup[] =>
  sorted(profile.add_on_groups.filter(({ service_ids }) => service_ids.includes(serviceId)))
    .map((group) => ({
      ...group,
      addOns: sorted(profile.add_ons.filter(({ group_id }) => group_id === group.id)),
    }))
    .filter(({ addOns }) => addOns.length > 0);

const idsOfGroup = ({ addOns }: AddOnGroup): Uuid[] => addOns.map(({ id }) => id);

const overrideOf = (profile: PublicProfile, staffId: Uuid, variantId: Uuid) =>
  profile.overrides.find(
    (override) => override.staff_id === staffId && override.variant_id === variantId,
  );

const offers = (profile: PublicProfile, staffId: Uuid, variantId: Uuid): boolean =>
  overrideOf(profile, staffId, variantId)?.offered ?? true;

const sorted = <Row extends { id: string; sort_key: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => compare(a.sort_key, b.sort_key) || compare(a.id, b.id));

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
