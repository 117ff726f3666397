// Who is on a topic. The clients keep a copy: they get the whole state once and differences after
// it, and tell entries apart by phx_ref, so every entry gets a new one.

import type { JsonObject } from './contract.ts';

type PresenceMeta = JsonObject & { readonly phx_ref: string };
export type PresenceState = { [key: string]: { metas: PresenceMeta[] } };
export interface PresenceDiff {
  readonly joins: PresenceState;
  readonly leaves: PresenceState;
}

interface Entry {
  readonly key: string;
  readonly meta: PresenceMeta;
}

export class Presence<Owner> {
  readonly #newRef: () => string;
  readonly #entries = new Map<Owner, Entry>();

  constructor(newRef: () => string) {
    this.#newRef = newRef;
  }

  /** An owner has one entry; tracking again replaces it. */
  track(owner: Owner, key: string, shared: JsonObject): PresenceDiff {
    const before = this.#entries.get(owner);
    const previous = before ? { phx_ref_prev: before.meta.phx_ref } : {};
    const entry: Entry = { key, meta: { ...shared, ...previous, phx_ref: this.#newRef() } };
    this.#entries.set(owner, entry);
    return { joins: toState([entry]), leaves: toState(before ? [before] : []) };
  }

  /** Null when the owner was not there. */
  untrack(owner: Owner): PresenceDiff | null {
    const entry = this.#entries.get(owner);
    if (!entry) return null;
    this.#entries.delete(owner);
    return { joins: {}, leaves: toState([entry]) };
  }

  state(): PresenceState {
    return toState(this.#entries.values());
  }
}

function toState(entries: Iterable<Entry>): PresenceState {
  // A map first: a key that a person chose, such as "__proto__", is only ever data.
  const byKey = new Map<string, { metas: PresenceMeta[] }>();
  for (const { key, meta } of entries) {
    const group = byKey.get(key);
    if (group) group.metas.push(meta);
    else byKey.set(key, { metas: [meta] });
  }
  return Object.fromEntries(byKey);
}
