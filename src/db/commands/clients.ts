import type { NewsAnswer } from '#domain/clients/news.ts';
import { toE164 } from '#domain/clients/phone.ts';
import {
  EMPTY_CLIENT,
  NEW_CLIENT,
  clientSchema,
  isFutureBirthday,
} from '#domain/clients/schema.ts';
import type { ClientInput } from '#domain/clients/schema.ts';
import { addOp, removeOp } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { epochToWall } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { invalid } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { WriteScope } from '../write.ts';
import { answerOps } from './consents.ts';
import { changeOps, createRow, editRow, setFields } from './edit-row.ts';
import type { Done } from './edit-row.ts';
import { linksBackOps, unlinkDependants } from './guardian.ts';
import { writeWithUndo } from './ops-back.ts';

type PhoneField = 'phone' | 'alt_phone';

/** As entered: phones in any way people write them. */
export type ClientForm = Partial<Omit<ClientInput, PhoneField | `${PhoneField}_raw`>> & {
  [field in PhoneField]?: string | null;
};

/**
 * A new client. At least a name, a phone or an e-mail; duplicates are not refused (ask
 * possibleDuplicates before). `news`: what they answered when they were asked about news and offers.
 * Codes: invalid.
 */
export const createClient = async (
  db: DaybookDb,
  form: ClientForm,
  news: NewsAnswer = 'later',
): Promise<Result<Uuid>> => {
  const read = await readForm(db, form);
  if (!read.ok) return read;
  return createRow(db, {
    name: 'client.create',
    table: 'clients',
    schema: clientSchema,
    input: { ...EMPTY_CLIENT, ...read.value },
    complete: (client) => ({ ...NEW_CLIENT, ...client }),
    also: (client, scope) => answerOps(scope, client, news),
  });
};

/** Changes fields of a client, whose row the form showed as of `seenRev`. Codes: not_found, invalid. */
export const editClient = async (
  db: DaybookDb,
  id: Uuid,
  form: ClientForm,
  seenRev?: number,
): Promise<Result<Done>> => {
  const read = await readForm(db, form);
  if (!read.ok) return read;
  return editRow(db, {
    name: 'client.edit',
    table: 'clients',
    id,
    schema: clientSchema,
    patch: read.value,
    seenRev,
  });
};

/**
 * Takes a client out of lists and searches; history stays. Nobody depends on them any more. Codes:
 * not_found.
 */
export const archiveClient = async (db: DaybookDb, id: Uuid): Promise<Result<Done>> => {
  const before = await write(db, 'client.archive', async (scope) => {
    const client = await scope.get('clients', id);
    if (!client) return fail('not_found', { rows: [`clients:${id}`] });
    const { ops, links } = await unlinkDependants(scope, [id]);
    return {
      ops: [...ops, ...changeOps('clients', id, client, { status: 'archived' })],
      value: { status: client.status, links },
    };
  });
  if (!before.ok) return before;
  const { status, links } = before.value;
  const undo = (): Promise<Result<Uuid>> =>
    write(db, 'client.archive.undo', async (scope) => {
      const client = await scope.get('clients', id);
      if (!client) return fail('not_found', { rows: [`clients:${id}`] });
      const back = await linksBackOps(scope, null, links, [{ ...client, status }]);
      return { ops: [...changeOps('clients', id, client, { status }), ...back], value: id };
    });
  return ok({ id, undo });
};

export const restoreClient = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'client.restore', 'clients', id, { status: 'active' });

/** Adds or removes one tag; tags that others change at the same time stay. Codes: not_found, invalid. */
export const setClientTag = (
  db: DaybookDb,
  id: Uuid,
  tag: string,
  on: boolean,
): Promise<Result<Done>> => {
  const name = tag.trim();
  return writeWithUndo(db, on ? 'client.tag' : 'client.untag', async (scope: WriteScope) => {
    const client = await scope.get('clients', id);
    if (!client) return fail('not_found', { rows: [`clients:${id}`] });
    if (name === '' || name.length > 60)
      return invalid('tags', name === '' ? 'required' : 'too_long');
    if (client.tags.includes(name) === on) return { ops: [], value: id };
    return { ops: [(on ? addOp : removeOp)('clients', id, 'tags', name)], value: id };
  });
};

/** Turns typed phone numbers into the stored pairs, and judges what needs the business's settings. */
const readForm = async (
  db: DaybookDb,
  { phone, alt_phone, ...rest }: ClientForm,
): Promise<Result<Partial<ClientInput>>> => {
  const business = await db.rows('businesses').get(db.businessId);
  const zone = zoneOf(business?.time_zone ?? 'UTC');
  const today = epochToWall(zone, epochMinOf(db.now())).day;
  if (rest.birthday && isFutureBirthday(rest.birthday, today)) {
    return invalid('birthday', 'in_the_future');
  }
  if (rest.client_since && rest.client_since > today) {
    return invalid('client_since', 'in_the_future');
  }
  const read: Partial<ClientInput> = rest;
  const country = business?.country_code ?? 'US';
  for (const [field, entered] of [
    ['phone', phone],
    ['alt_phone', alt_phone],
  ] as const) {
    if (entered === undefined) continue;
    const typed = entered?.trim() ?? '';
    const number = typed === '' ? null : toE164(typed, country);
    if (typed !== '' && number === null) return invalid(field, 'not_a_phone');
    read[field] = number;
    read[`${field}_raw` as const] = number && typed;
  }
  // Whoever has to call it has no time to find out that it is none.
  const urgent = rest.emergency_contact?.phone.trim() ?? '';
  if (urgent !== '' && toE164(urgent, country) === null) {
    return invalid('emergency_contact.phone', 'not_a_phone');
  }
  return ok(read);
};
