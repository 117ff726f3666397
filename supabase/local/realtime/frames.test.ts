import { RealtimeClient } from '@supabase/supabase-js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { decodeFrame, encodeBroadcast, encodeMessage } from './frames.ts';

// The other side of the wire: what the client library itself writes and reads.
const { serializer } = new RealtimeClient('ws://localhost', {
  params: { apikey: 'k' },
  transport: WebSocket as never,
});

type Frame = { topic: string; event: string; payload: Record<string, unknown> };

function clientWrites(message: object): string | Uint8Array {
  let written: string | ArrayBuffer = '';
  serializer.encode(message as never, (frame) => (written = frame));
  return typeof written === 'string' ? written : new Uint8Array(written);
}

function clientReads(frame: string | Uint8Array): Frame {
  let read: unknown;
  const data = typeof frame === 'string' ? frame : Uint8Array.from(frame).buffer;
  serializer.decode(data, (message: unknown) => (read = message));
  return read as Frame;
}

const name = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 60 });
const anyName = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const ref = fc.option(name, { nil: null });
const json = fc.dictionary(name, fc.jsonValue());

describe('frames', () => {
  test('of text are read as the client wrote them', () => {
    fc.assert(
      fc.property(ref, ref, anyName, name, json, (joinRef, ref, topic, event, payload) => {
        const message = { join_ref: joinRef, ref, topic, event: `phx_${event}`, payload };
        const frame = clientWrites(message);
        expect(decodeFrame('2.0.0', frame)).toMatchObject({
          joinRef,
          ref,
          topic,
          event: `phx_${event}`,
          payload: JSON.parse(JSON.stringify(payload)),
          raw: null,
        });
      }),
    );
  });

  test('of broadcasts keep their payload byte by byte', () => {
    fc.assert(
      fc.property(ref, name, name, fc.uint8Array(), (ref, topic, event, body) => {
        const payload = { type: 'broadcast', event, payload: Uint8Array.from(body).buffer };
        const frame = clientWrites({ join_ref: '1', ref, topic, event: 'broadcast', payload });
        const incoming = decodeFrame('2.0.0', frame);
        expect(incoming).toMatchObject({ joinRef: '1', ref, topic, event: 'broadcast' });
        expect(incoming?.raw).toMatchObject({ event, encoding: 'bytes' });
        const passedOn = encodeBroadcast('2.0.0', topic, incoming!.raw!)!;
        const read = clientReads(passedOn);
        expect(read).toMatchObject({ topic, event: 'broadcast', payload: { event } });
        expect(new Uint8Array(read.payload['payload'] as ArrayBuffer)).toEqual(
          Uint8Array.from(body),
        );
      }),
    );
  });

  test('of JSON broadcasts say the same in both versions', () => {
    fc.assert(
      fc.property(anyName, name, json, (topic, event, payload) => {
        const written = { type: 'broadcast', event, payload };
        const frame = clientWrites({ topic: 'realtime:t', event: 'broadcast', payload: written });
        const { raw } = decodeFrame('2.0.0', frame)!;
        const now = clientReads(encodeBroadcast('2.0.0', topic, raw!)!);
        const before = JSON.parse(String(encodeBroadcast('1.0.0', topic, raw!))) as Frame;
        expect(now).toMatchObject({ topic, event: 'broadcast' });
        expect(before).toMatchObject({ topic, event: 'broadcast' });
        expect(now.payload).toEqual(before.payload);
        expect(now.payload).toEqual(JSON.parse(JSON.stringify(written)));
      }),
    );
  });

  test('that we write are read by the client', () => {
    fc.assert(
      fc.property(ref, ref, anyName, name, json, (joinRef, ref, topic, event, payload) => {
        const message = { joinRef, ref, topic, event, payload };
        expect(clientReads(encodeMessage('2.0.0', message))).toEqual({
          join_ref: joinRef,
          ref,
          topic,
          event,
          payload: JSON.parse(JSON.stringify(payload)),
        });
        expect(decodeFrame('1.0.0', encodeMessage('1.0.0', message))).toMatchObject({
          joinRef,
          ref,
          topic,
          event,
        });
      }),
    );
  });

  test('that are no frames are refused, never thrown at', () => {
    const bytes = fc.uint8Array({ maxLength: 80 });
    const almost = bytes.map((rest) => Uint8Array.from([3, ...rest]));
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.array(fc.jsonValue()).map((v) => JSON.stringify(v)),
    );
    fc.assert(
      fc.property(fc.oneof(bytes, almost, text), (data) => {
        for (const version of ['1.0.0', '2.0.0'] as const) {
          const incoming = decodeFrame(version, data);
          if (incoming === null) continue;
          expect(typeof incoming.topic).toBe('string');
          expect(typeof incoming.event).toBe('string');
          expect(incoming.payload).toBeTypeOf('object');
        }
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['not JSON', '{'],
    ['an object in version 2', '{"topic":"t","event":"e","payload":{}}'],
    ['no topic', '["1","1",null,"e",{}]'],
    ['no event', '["1","1","t",{},{}]'],
    ['a reference that is a number', '[1,1,"t","e",{}]'],
    ['a reference without end', JSON.stringify([null, 'x'.repeat(256), 't', 'e', {}])],
    ['another kind of binary frame', Uint8Array.from([0, 0, 0, 0, 0, 0, 0])],
    ['a length beyond the end', Uint8Array.from([3, 0, 0, 200, 0, 0, 0, 1])],
    ['JSON that is none', Uint8Array.from([3, 0, 0, 0, 0, 0, 1, 0x7b])],
    ['an unknown encoding', Uint8Array.from([3, 0, 0, 0, 0, 0, 2])],
    ['nothing', new Uint8Array()],
  ])('with %s are refused', (_, data) => {
    expect(decodeFrame('2.0.0', data)).toBeNull();
  });

  test('read names outside ASCII as the client means them', () => {
    const payload = { type: 'broadcast', event: 'größe', payload: {} };
    const frame = clientWrites({ topic: 'realtime:café', event: 'broadcast', payload });
    const incoming = decodeFrame('2.0.0', frame);
    expect(incoming?.topic).toBe('realtime:café');
    expect(incoming?.raw?.event).toBe('größe');
  });

  test('cannot carry names of more than 255 bytes in binary', () => {
    const raw = { event: 'e'.repeat(256), encoding: 'bytes', body: new Uint8Array() } as const;
    expect(encodeBroadcast('2.0.0', 't', raw)).toBeNull();
    expect(encodeBroadcast('2.0.0', 'é'.repeat(128), { ...raw, event: 'e' })).toBeNull();
  });
});
