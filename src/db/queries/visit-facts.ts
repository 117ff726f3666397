import Dexie from 'dexie';
import type { ObservabilitySet } from 'dexie';
import { NO_VISITS } from '#domain/clients/filter.ts';
import type { VisitFacts } from '#domain/clients/filter.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/** So many appointments are read within a frame. */
const PAGE = 1_000;

type Kept = { facts: Promise<Map<Uuid, VisitFacts>> | null };
const kept = new WeakMap<DaybookDb, Kept>();

/**
 * By client what their appointments on this device tell: counted once and kept until an
 * appointment changes, because a list asks again with every keystroke.
 */
export const visitFacts = async (db: DaybookDb): Promise<ReadonlyMap<Uuid, VisitFacts>> => {
  const own = kept.get(db) ?? watch(db);
  // Touches the table, so that live queries run again when any appointment changes.
  await db.rows('appointments').count();
  own.facts ??= count(db);
  return own.facts;
};

const watch = (db: DaybookDb): Kept => {
  const own: Kept = { facts: null };
  kept.set(db, own);
  const weak = new WeakRef(own);
  const part = `idb://${db.name}/appointments/`;
  const note = (parts: ObservabilitySet): void => {
    const alive = weak.deref();
    if (!alive) Dexie.on('storagemutated').unsubscribe(note);
    else if (parts[part] || parts['all']) alive.facts = null;
  };
  Dexie.on('storagemutated', note);
  return own;
};

const count = async (db: DaybookDb): Promise<Map<Uuid, VisitFacts>> => {
  const facts = new Map<Uuid, VisitFacts>();
  const now = db.now();
  let after: Uuid = '';
  for (;;) {
    const page = await db.rows('appointments').where('id').above(after).limit(PAGE).toArray();
    for (const { client_id, status, starts_at } of page) {
      if (client_id === null) continue;
      const before = facts.get(client_id) ?? NO_VISITS;
      if (status === 'completed') {
        const last = before.last !== null && before.last > starts_at ? before.last : starts_at;
        facts.set(client_id, { ...before, completed: before.completed + 1, last });
      } else if ((status === 'booked' || status === 'pending') && starts_at >= now) {
        facts.set(client_id, { ...before, hasUpcoming: true });
      }
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return facts;
    after = last.id;
  }
};
