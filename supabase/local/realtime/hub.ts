// The rooms: who hears what is said on a topic. Private and public rooms of one name are two rooms,
// so that nobody reaches a private channel by leaving the word "private" out.

import { randomUUID } from 'node:crypto';
import type { JsonObject } from './contract.ts';
import { encodeBroadcast, encodeMessage, type RawBroadcast, type Version } from './frames.ts';
import { Presence, type PresenceDiff } from './presence.ts';

/** A payload to pass on untouched, or the whole payload of a broadcast message. */
export type Broadcast =
  { readonly raw: RawBroadcast } | { readonly raw: null; readonly payload: JsonObject };

export interface Listener {
  readonly version: Version;
  hearsBroadcasts(): boolean;
  hearsPresence(): boolean;
  deliver(frame: string | Uint8Array): void;
}

export class Room {
  readonly presence = new Presence<Listener>(randomUUID);
  readonly wireTopic: string;
  readonly #listeners = new Set<Listener>();
  readonly #onEmpty: () => void;

  constructor(topic: string, onEmpty: () => void) {
    this.wireTopic = `realtime:${topic}`;
    this.#onEmpty = onEmpty;
  }

  enter(listener: Listener): void {
    this.#listeners.add(listener);
  }

  leave(listener: Listener): void {
    if (!this.#listeners.delete(listener)) return;
    const diff = this.presence.untrack(listener);
    if (diff) this.sharePresence(diff);
    if (this.#listeners.size === 0) this.#onEmpty();
  }

  broadcast(broadcast: Broadcast, except?: Listener): void {
    this.#tell(
      (listener) => listener !== except && listener.hearsBroadcasts(),
      (version) =>
        broadcast.raw
          ? encodeBroadcast(version, this.wireTopic, broadcast.raw)
          : this.#encode(version, 'broadcast', broadcast.payload),
    );
  }

  sharePresence(diff: PresenceDiff): void {
    this.#tell(
      (listener) => listener.hearsPresence(),
      (version) => this.#encode(version, 'presence_diff', { ...diff }),
    );
  }

  #encode(version: Version, event: string, payload: JsonObject): string {
    return encodeMessage(version, {
      joinRef: null,
      ref: null,
      topic: this.wireTopic,
      event,
      payload,
    });
  }

  /** Encodes once per version, however many listen. */
  #tell(
    hears: (listener: Listener) => boolean,
    encode: (version: Version) => string | Uint8Array | null,
  ): void {
    const frames = new Map<Version, string | Uint8Array | null>();
    // Delivering may drop a slow listener, which leaves the room: a Set allows that while it is read.
    for (const listener of this.#listeners) {
      if (!hears(listener)) continue;
      let frame = frames.get(listener.version);
      if (frame === undefined) {
        frame = encode(listener.version);
        frames.set(listener.version, frame);
      }
      if (frame !== null) listener.deliver(frame);
    }
  }
}

export class Hub {
  readonly #rooms = new Map<string, Room>();

  enter(isPrivate: boolean, topic: string, listener: Listener): Room {
    const name = roomName(isPrivate, topic);
    let room = this.#rooms.get(name);
    if (!room) {
      room = new Room(topic, () => this.#rooms.delete(name));
      this.#rooms.set(name, room);
    }
    room.enter(listener);
    return room;
  }

  broadcast(isPrivate: boolean, topic: string, broadcast: Broadcast): void {
    this.#rooms.get(roomName(isPrivate, topic))?.broadcast(broadcast);
  }
}

function roomName(isPrivate: boolean, topic: string): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`;
}
