// What the person on a channel may do. Reading is decided on joining and whenever a new token
// arrives; sending when it is first needed, and then remembered until the next token.

import type { Access, Authorise } from './authorise.ts';
import type { Log } from './contract.ts';
import type { Identity } from './identity.ts';

const EVERYTHING: Access = { broadcast: true, presence: true };
const NOTHING: Access = { broadcast: false, presence: false };

export class Permissions {
  readonly #isPrivate: boolean;
  readonly #topic: string;
  readonly #authorise: Authorise;
  readonly #log: Log;
  #identity: Identity | null = null;
  #read: Access = NOTHING;
  #write: Access | null = null;

  constructor(options: { isPrivate: boolean; topic: string; authorise: Authorise; log: Log }) {
    this.#isPrivate = options.isPrivate;
    this.#topic = options.topic;
    this.#authorise = options.authorise;
    this.#log = options.log;
  }

  get read(): Access {
    return this.#read;
  }

  /** Returns null, or why this person must not stay on the channel. */
  async become(identity: Identity): Promise<string | null> {
    this.#identity = identity;
    this.#write = null;
    const before = this.#read;
    this.#read = this.#isPrivate ? ((await this.#ask('read', identity)) ?? NOTHING) : EVERYTHING;
    if (!this.#read.broadcast && !this.#read.presence) {
      return `You do not have permissions to read from this Channel topic: ${this.#topic}`;
    }
    const hasLost =
      (before.broadcast && !this.#read.broadcast) || (before.presence && !this.#read.presence);
    return hasLost
      ? `You no longer have permission to read from this Channel topic: ${this.#topic}`
      : null;
  }

  async write(): Promise<Access> {
    if (!this.#isPrivate) return EVERYTHING;
    if (!this.#identity) return NOTHING;
    this.#write ??= await this.#ask('write', this.#identity);
    return this.#write ?? NOTHING;
  }

  /** Null when the policy itself failed: nothing is allowed, and the next try asks again. */
  async #ask(kind: 'read' | 'write', identity: Identity): Promise<Access | null> {
    try {
      return await this.#authorise(kind, this.#topic, identity);
    } catch (error) {
      this.#log('error', `realtime: a policy failed for the topic ${this.#topic}`, error);
      return null;
    }
  }
}
