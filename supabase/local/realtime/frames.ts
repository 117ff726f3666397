// The wire format, without any state. Version 2.0.0 (what supabase-js sends today) has text frames
//
//   [join_ref, ref, topic, event, payload]
//
// and two binary frames for broadcasts, so that a payload need not be parsed to be passed on:
//
//   client → server   3 | join_ref# ref# topic# event# meta# encoding | join_ref ref topic event meta payload
//   server → client   4 | topic# event# meta# encoding                | topic event meta payload
//
// where x# is the length of x in one byte and encoding is 0 (bytes) or 1 (JSON).
// Version 1.0.0 has text frames only: {join_ref, ref, topic, event, payload}.

import { isObject, type JsonObject } from './contract.ts';

export type Version = '1.0.0' | '2.0.0';

export interface Message {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: JsonObject;
}

/** A broadcast whose payload travels as it came. */
export interface RawBroadcast {
  readonly event: string;
  readonly encoding: 'bytes' | 'json';
  readonly body: Uint8Array;
}

export interface Incoming extends Message {
  readonly raw: RawBroadcast | null;
  readonly bytes: number;
}

const PUSH_KIND = 3;
const BROADCAST_KIND = 4;
const PUSH_HEADER_BYTES = 7;
/** Lengths are single bytes. */
export const MAX_FIELD_BYTES = 255;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
const latin1 = new TextDecoder('latin1');

/** Null for whatever is not a frame; never throws, whatever the bytes. */
export function decodeFrame(version: Version, data: string | Uint8Array): Incoming | null {
  try {
    if (typeof data !== 'string') return version === '2.0.0' ? decodePush(data) : null;
    const bytes = Buffer.byteLength(data);
    const frame: unknown = JSON.parse(data);
    if (version === '2.0.0' && Array.isArray(frame)) {
      const [joinRef, ref, topic, event, payload] = frame as unknown[];
      return toIncoming(joinRef, ref, topic, event, payload, bytes);
    }
    if (version === '1.0.0' && isObject(frame)) {
      const { join_ref: joinRef, ref, topic, event, payload } = frame;
      return toIncoming(joinRef, ref, topic, event, payload, bytes);
    }
    return null;
  } catch {
    return null;
  }
}

export function encodeMessage(version: Version, message: Message): string {
  const { joinRef, ref, topic, event, payload } = message;
  return version === '2.0.0'
    ? JSON.stringify([joinRef, ref, topic, event, payload])
    : JSON.stringify({ join_ref: joinRef, ref, topic, event, payload });
}

/** Null when this version cannot carry it: bytes in 1.0.0, or names that are too long. */
export function encodeBroadcast(
  version: Version,
  topic: string,
  broadcast: RawBroadcast,
): string | Uint8Array | null {
  if (version === '1.0.0') {
    if (broadcast.encoding === 'bytes') return null;
    const payload: unknown = JSON.parse(strictUtf8.decode(broadcast.body));
    return encodeMessage(version, {
      joinRef: null,
      ref: null,
      topic,
      event: 'broadcast',
      payload: { type: 'broadcast', event: broadcast.event, payload },
    });
  }
  const topicBytes = Buffer.from(topic);
  const eventBytes = Buffer.from(broadcast.event);
  if (topicBytes.length > MAX_FIELD_BYTES || eventBytes.length > MAX_FIELD_BYTES) return null;
  const encoding = broadcast.encoding === 'json' ? 1 : 0;
  const header = [BROADCAST_KIND, topicBytes.length, eventBytes.length, 0, encoding];
  return Buffer.concat([Uint8Array.from(header), topicBytes, eventBytes, broadcast.body]);
}

function decodePush(data: Uint8Array): Incoming | null {
  if (data.length < PUSH_HEADER_BYTES || data[0] !== PUSH_KIND) return null;
  const encoding = data[6];
  if (encoding !== 0 && encoding !== 1) return null;
  const lengths = [...data.subarray(1, 6)];
  const fields: string[] = [];
  let offset = PUSH_HEADER_BYTES;
  for (const length of lengths) {
    if (offset + length > data.length) return null;
    fields.push(decodeText(data.subarray(offset, offset + length)));
    offset += length;
  }
  const [joinRef = '', ref = '', topic = '', event = ''] = fields;
  const body = data.subarray(offset);
  // Other clients would have to parse it: broken JSON ends here.
  if (encoding === 1) JSON.parse(strictUtf8.decode(body));
  const raw: RawBroadcast = { event, encoding: encoding === 1 ? 'json' : 'bytes', body };
  const incoming = toIncoming(joinRef || null, ref || null, topic, 'broadcast', {}, data.length);
  return incoming && { ...incoming, raw };
}

// supabase-js writes one byte per character, so a name outside ASCII arrives as Latin-1.
function decodeText(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return latin1.decode(bytes);
  }
}

function toIncoming(
  joinRef: unknown,
  ref: unknown,
  topic: unknown,
  event: unknown,
  payload: unknown,
  bytes: number,
): Incoming | null {
  if (!isRef(joinRef) || !isRef(ref)) return null;
  if (typeof topic !== 'string' || typeof event !== 'string') return null;
  return {
    joinRef: joinRef ?? null,
    ref: ref ?? null,
    topic,
    event,
    payload: isObject(payload) ? payload : {},
    raw: null,
    bytes,
  };
}

function isRef(ref: unknown): ref is string | null | undefined {
  return ref == null || (typeof ref === 'string' && ref.length <= MAX_FIELD_BYTES);
}
