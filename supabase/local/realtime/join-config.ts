// What a client asks for when it joins a channel. Everything is optional and nothing is trusted:
// a value of another type counts as absent, as on hosted Supabase.

import { randomUUID } from 'node:crypto';
import { isObject, type JsonObject } from './contract.ts';

export interface JoinConfig {
  readonly isPrivate: boolean;
  readonly broadcastToSelf: boolean;
  readonly acknowledgeBroadcast: boolean;
  readonly announceReady: boolean;
  readonly asksForReplay: boolean;
  readonly presenceKey: string;
  readonly wantsPresence: boolean;
  readonly changes: readonly JsonObject[];
  readonly accessToken: string | null;
}

export function parseJoin(payload: JsonObject): JoinConfig {
  const config = objectAt(payload, 'config');
  const broadcast = objectAt(config, 'broadcast');
  const presence = objectAt(config, 'presence');
  const changes = config['postgres_changes'];
  const key = presence['key'];
  const token = payload['access_token'] ?? payload['user_token'];
  return {
    isPrivate: isTrue(config['private']),
    broadcastToSelf: isTrue(broadcast['self']),
    acknowledgeBroadcast: isTrue(broadcast['ack']),
    announceReady: isTrue(broadcast['replication_ready']),
    asksForReplay: broadcast['replay'] != null,
    presenceKey: typeof key === 'string' && isUsableKey(key) ? key : randomUUID(),
    wantsPresence: isTrue(presence['enabled']),
    changes: Array.isArray(changes) ? changes.filter(isObject) : [],
    accessToken: typeof token === 'string' && token !== '' ? token : null,
  };
}

// Clients keep presence in plain objects: a key such as "constructor" would make them throw.
function isUsableKey(key: string): boolean {
  return key !== '' && !(key in {});
}

function objectAt(from: JsonObject, key: string): JsonObject {
  const value = from[key];
  return isObject(value) ? value : {};
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}
