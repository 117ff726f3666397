// One channel of one connection.
//
//   joining ──ok──→ joined ──phx_leave, new join, lost permission, expired token──→ closed
//      └──refused──────────────────────────────────────────────────────────────────→ closed
//
// Messages are handled one after the other: a broadcast that follows a new access token is judged
// by the new token, however long the database takes.

import type { Authorise } from './authorise.ts';
import type { ChangeSubscriber, Changes, ChangeWant } from './changes.ts';
import { isObject, type Clock, type JsonObject, type Log } from './contract.ts';
import { encodeMessage, MAX_FIELD_BYTES, type Incoming, type Version } from './frames.ts';
import type { Hub, Listener, Room } from './hub.ts';
import type { Identify, Identity } from './identity.ts';
import { parseJoin, type JoinConfig } from './join-config.ts';
import type { Limits } from './limits.ts';
import { Permissions } from './permissions.ts';

export interface ChannelContext {
  readonly hub: Hub;
  readonly changes: Changes;
  readonly identify: Identify;
  readonly authorise: Authorise;
  readonly privateOnly: boolean;
  /** Resolves when the database reports commits: nobody is told "joined" before that. */
  readonly ready: Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Limits;
}

export interface Peer {
  readonly version: Version;
  /** The API key or token that the connection was opened with. */
  readonly token: string;
  send(frame: string | Uint8Array): void;
  forget(channel: Channel): void;
  drop(code: number, reason: string): void;
}

type Step = { readonly incoming: Incoming } | { readonly isTokenCheck: true };

/** Timers cannot wait longer than 24 days; hosted Supabase looks at the token every hour too. */
const MAX_TOKEN_CHECK_MS = 3_600_000;

/** Does nothing until it receives the phx_join that it was made for. */
export class Channel implements Listener, ChangeSubscriber {
  readonly topic: string;
  readonly joinRef: string | null;
  readonly version: Version;
  readonly #context: ChannelContext;
  readonly #peer: Peer;
  readonly #config: JoinConfig;
  readonly #name: string;
  readonly #steps: Step[] = [];
  #isBusy = false;
  #isClosed = false;
  #room: Room | null = null;
  #identity: Identity | null = null;
  readonly #permissions: Permissions;
  #hasPresence: boolean;
  #tracked: string | null = null;
  #wants: readonly ChangeWant[] = [];
  #unsubscribe: () => void = () => {};
  #callOffTokenCheck: () => void = () => {};

  constructor(context: ChannelContext, peer: Peer, join: Incoming) {
    this.#context = context;
    this.#peer = peer;
    this.#config = parseJoin(join.payload);
    this.#hasPresence = this.#config.wantsPresence;
    this.topic = join.topic;
    this.joinRef = join.joinRef ?? join.ref;
    this.version = peer.version;
    this.#name = join.topic.slice('realtime:'.length);
    this.#permissions = new Permissions({
      isPrivate: this.#config.isPrivate,
      topic: this.#name,
      authorise: context.authorise,
      log: context.log,
    });
  }

  get wants(): readonly ChangeWant[] {
    return this.#wants;
  }

  receive(incoming: Incoming): void {
    if (this.#steps.length >= this.#context.limits.maxWaitingPerChannel) {
      this.#peer.drop(1008, 'too many unanswered messages');
      return;
    }
    this.#enqueue({ incoming });
  }

  /** The connection is gone, or another channel takes the topic: nothing more is said. */
  close(): void {
    this.#isClosed = true;
    this.#callOffTokenCheck();
    this.#unsubscribe();
    this.#room?.leave(this);
    this.#room = null;
  }

  sayClosed(): void {
    this.#send('phx_close', {}, this.joinRef);
  }

  hearsBroadcasts(): boolean {
    return this.#permissions.read.broadcast;
  }

  hearsPresence(): boolean {
    return this.#hasPresence && this.#permissions.read.presence;
  }

  deliver(frame: string | Uint8Array): void {
    this.#peer.send(frame);
  }

  identity(): Identity {
    return this.#identity!;
  }

  deliverChange(ids: readonly number[], data: JsonObject): void {
    this.#send('postgres_changes', { ids, data });
  }

  #enqueue(step: Step): void {
    this.#steps.push(step);
    if (!this.#isBusy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    for (let step = this.#steps.shift(); step && !this.#isClosed; step = this.#steps.shift()) {
      try {
        await ('incoming' in step ? this.#handle(step.incoming) : this.#checkToken());
      } catch (error) {
        this.#context.log('error', `realtime: the channel ${this.topic} failed`, error);
        if (!this.#isClosed) this.#fail(step);
      }
    }
    this.#isBusy = false;
  }

  #handle(incoming: Incoming): Promise<void> | void {
    switch (incoming.event) {
      case 'phx_join':
        return this.#join(incoming);
      case 'phx_leave':
        return this.#leave(incoming);
      case 'broadcast':
        return this.#broadcast(incoming);
      case 'presence':
        return this.#presence(incoming);
      case 'access_token':
        return this.#renewToken(incoming.payload['access_token']);
    }
  }

  async #join(join: Incoming): Promise<void> {
    const { clock, identify, limits, changes } = this.#context;
    const refuse = (reason: string) => {
      this.#reply(join, 'error', { reason });
      this.#end();
    };
    if (this.#name === '') return refuse('TopicNameRequired: You must provide a topic name');
    if (Buffer.byteLength(this.topic) > MAX_FIELD_BYTES) {
      return refuse('TopicNameTooLong: A topic has 255 bytes at most');
    }
    if (this.#context.privateOnly && !this.#config.isPrivate) {
      return refuse('PrivateOnly: This project only allows private channels');
    }
    if (this.#config.asksForReplay) {
      return refuse('UnableToReplayMessages: This server does not replay messages');
    }
    if (this.#config.changes.length > limits.maxChangesPerChannel) {
      return refuse('TooManyPostgresChanges: Ask for fewer changes on one channel');
    }

    const { accessToken } = this.#config;
    // A publishable key in place of a token means: nobody is signed in.
    const token = accessToken?.startsWith('sb_') ? null : accessToken;
    const identified = await identify(token ?? this.#peer.token);
    if (!identified.ok) return refuse(`${identified.code}: ${identified.message}`);
    this.#identity = identified.identity;
    const refusal = await this.#permissions.become(identified.identity);
    if (refusal !== null) return refuse(`Unauthorized: ${refusal}`);
    const requests = this.#config.changes.map((want) => ({ ...want, id: changes.newId() }));
    const prepared = await changes.prepare(requests, identified.identity);
    await this.#context.ready;
    if (this.#isClosed) return;

    // From here on without waiting: whatever is committed or said after the reply is heard.
    this.#room = this.#context.hub.enter(this.#config.isPrivate, this.#name, this);
    if (prepared.ok && prepared.wants.length > 0) {
      this.#wants = prepared.wants;
      this.#unsubscribe = changes.subscribe(this);
    }
    this.#scheduleTokenCheck(clock.now());
    this.#reply(join, 'ok', { postgres_changes: requests });
    if (this.hearsPresence()) this.#sendPresenceState();
    if (this.#config.announceReady) {
      this.#system('system', 'ok', 'Replication connection established');
    }
    if (!prepared.ok) this.#system('postgres_changes', 'error', prepared.reason);
    else if (requests.length > 0)
      this.#system('postgres_changes', 'ok', 'Subscribed to PostgreSQL');
  }

  #leave(incoming: Incoming): void {
    this.#reply(incoming, 'ok', {});
    this.sayClosed();
    this.#end();
  }

  async #broadcast(incoming: Incoming): Promise<void> {
    const { raw, payload, bytes } = incoming;
    // As on hosted Supabase, somebody who may not send gets no answer at all.
    if (!(await this.#permissions.write()).broadcast) return;
    const isTooLarge = bytes > this.#context.limits.maxPayloadBytes;
    if (!isTooLarge) {
      const except = this.#config.broadcastToSelf ? undefined : this;
      this.#room?.broadcast(raw ? { raw } : { raw: null, payload }, except);
    }
    if (!this.#config.acknowledgeBroadcast) return;
    if (isTooLarge) this.#reply(incoming, 'error', { reason: 'payload_size_exceeded' });
    else this.#reply(incoming, 'ok', {});
  }

  async #presence(incoming: Incoming): Promise<void> {
    const { event, payload } = incoming.payload;
    switch (typeof event === 'string' ? event.toLowerCase() : '') {
      case 'track':
        return this.#track(incoming, payload ?? {});
      case 'untrack': {
        this.#tracked = null;
        const diff = this.#room?.presence.untrack(this);
        if (diff) this.#room?.sharePresence(diff);
        return this.#reply(incoming, 'ok', {});
      }
      default:
        return this.#reply(incoming, 'error', {});
    }
  }

  async #track(incoming: Incoming, shared: unknown): Promise<void> {
    if (!isObject(shared)) {
      const reason = 'Presence track payload must be a map';
      return this.#reply(incoming, 'error', { reason });
    }
    if (incoming.bytes > this.#context.limits.maxPayloadBytes) {
      return this.#shutDown('Track message size exceeded');
    }
    if (!(await this.#permissions.write()).presence) return this.#reply(incoming, 'error', {});
    const room = this.#room;
    const text = JSON.stringify(shared);
    if (room && this.#tracked !== text) {
      this.#tracked = text;
      room.sharePresence(room.presence.track(this, this.#config.presenceKey, shared));
      if (!this.#hasPresence) {
        // Tracking turns presence on: this client has not seen the others yet.
        this.#hasPresence = true;
        if (this.hearsPresence()) this.#sendPresenceState();
      }
    }
    this.#reply(incoming, 'ok', {});
  }

  async #renewToken(token: unknown): Promise<void> {
    // Signing out sends the publishable key: the old token stays until it expires, as when hosted.
    if (typeof token !== 'string' || token.startsWith('sb_')) return;
    if (token === this.#identity?.token) return;
    await this.#become(token);
  }

  async #checkToken(): Promise<void> {
    if (this.#identity) await this.#become(this.#identity.token);
  }

  async #become(token: string): Promise<void> {
    const identified = await this.#context.identify(token);
    if (this.#isClosed) return;
    if (!identified.ok) return this.#shutDown(identified.message);
    const isNew = token !== this.#identity?.token;
    this.#identity = identified.identity;
    const refusal = isNew ? await this.#permissions.become(identified.identity) : null;
    if (this.#isClosed) return;
    if (refusal !== null) return this.#shutDown(refusal);
    this.#scheduleTokenCheck(this.#context.clock.now());
  }

  #scheduleTokenCheck(nowMs: number): void {
    this.#callOffTokenCheck();
    const expiresAtMs = this.#identity?.expiresAtMs;
    if (expiresAtMs == null) return;
    const delayMs = Math.min(MAX_TOKEN_CHECK_MS, Math.max(0, expiresAtMs - nowMs));
    this.#callOffTokenCheck = this.#context.clock.after(delayMs, () =>
      this.#enqueue({ isTokenCheck: true }),
    );
  }

  #sendPresenceState(): void {
    if (this.#room) this.#send('presence_state', this.#room.presence.state());
  }

  #system(extension: string, status: 'ok' | 'error', message: string): void {
    this.#send('system', { extension, status, message, channel: this.#name });
  }

  #shutDown(message: string): void {
    this.#system('system', 'error', message);
    this.sayClosed();
    this.#end();
  }

  #fail(step: Step): void {
    if ('incoming' in step && step.incoming.event === 'phx_join') {
      this.#reply(step.incoming, 'error', { reason: 'Unknown Error on Channel' });
    } else {
      this.#send('phx_error', {}, this.joinRef);
    }
    this.#end();
  }

  #end(): void {
    this.close();
    this.#peer.forget(this);
  }

  #reply(incoming: Incoming, status: 'ok' | 'error', response: JsonObject): void {
    this.#send('phx_reply', { status, response }, incoming.ref);
  }

  #send(event: string, payload: JsonObject, ref: string | null = null): void {
    const { joinRef, topic } = this;
    this.#peer.send(encodeMessage(this.version, { joinRef, ref, topic, event, payload }));
  }
}
