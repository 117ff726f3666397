// Broadcasting without a WebSocket, in the two forms that supabase-js uses:
//
//   POST …/api/broadcast                          {messages: [{topic, event, payload, private}]}
//   POST …/api/broadcast/{topic}/events/{event}   the payload alone, ?private=true
//
// Topics are written without the prefix "realtime:" here. Several messages are all answered with
// 202, and private ones that may not be sent are left out, as on hosted Supabase.

import { isObject, type JsonObject, type Log } from './contract.ts';
import type { Authorise } from './authorise.ts';
import type { Broadcast, Hub } from './hub.ts';
import type { Identify, Identity } from './identity.ts';
import type { Limits } from './limits.ts';

interface Post {
  readonly topic: string;
  readonly isPrivate: boolean;
  readonly broadcast: Broadcast;
}

const SINGLE_PATH = /\/api\/broadcast\/([^/]+)\/events\/([^/]+)\/?$/;
const MAX_MESSAGES = 100;

export function createBroadcastHandler(context: {
  readonly hub: Hub;
  readonly identify: Identify;
  readonly authorise: Authorise;
  readonly log: Log;
  readonly limits: Limits;
}): (request: Request) => Promise<Response> {
  const { hub, identify, authorise, log, limits } = context;

  async function identityOf(request: Request, url: URL): Promise<Identity | null> {
    const key = request.headers.get('apikey') ?? url.searchParams.get('apikey');
    const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    const keyHolder = key === null ? null : await identify(key);
    if (!keyHolder?.ok) return null;
    if (bearer === undefined) return keyHolder.identity;
    const person = await identify(bearer);
    return person.ok ? person.identity : null;
  }

  async function maySend(topic: string, identity: Identity): Promise<boolean> {
    try {
      return (await authorise('write', topic, identity)).broadcast;
    } catch (error) {
      log('error', `realtime: a policy failed for the topic ${topic}`, error);
      return false;
    }
  }

  async function sendSingle(
    request: Request,
    url: URL,
    body: Uint8Array,
    identity: Identity,
    [topic, event]: readonly [string, string],
  ): Promise<Response> {
    if (body.length > limits.maxPayloadBytes) return failure(422, 'Payload size exceeds limit');
    const isBytes = request.headers.get('content-type')?.startsWith('application/octet-stream');
    if (!isBytes && parseJson(body) === undefined) return failure(422, 'The payload is not JSON');
    const isPrivate = url.searchParams.get('private') === 'true';
    if (isPrivate && !(await maySend(topic, identity))) return failure(403, 'Unauthorized');
    const encoding = isBytes ? 'bytes' : 'json';
    hub.broadcast(isPrivate, topic, { raw: { event, encoding, body } });
    return new Response(null, { status: 202 });
  }

  async function sendBatch(body: Uint8Array, identity: Identity): Promise<Response> {
    const posts = readBatch(parseJson(body), limits.maxPayloadBytes);
    if (typeof posts === 'string') return failure(422, posts);
    const mayByTopic = new Map<string, boolean>();
    for (const { topic, isPrivate, broadcast } of posts) {
      if (isPrivate && !mayByTopic.has(topic))
        mayByTopic.set(topic, await maySend(topic, identity));
      if (!isPrivate || mayByTopic.get(topic)) hub.broadcast(isPrivate, topic, broadcast);
    }
    return new Response(null, { status: 202 });
  }

  return async (request) => {
    if (request.method !== 'POST') return failure(405, 'Method not allowed');
    const url = new URL(request.url);
    const identity = await identityOf(request, url);
    if (!identity) return failure(401, 'Unauthorized');
    const body = await readBody(request, limits.maxFrameBytes);
    if (!body) return failure(413, 'Request body too large');
    const single = SINGLE_PATH.exec(url.pathname);
    if (!single) return sendBatch(body, identity);
    const topic = decodePart(single[1]!);
    const event = decodePart(single[2]!);
    if (topic === null || event === null) return failure(422, 'Topic or event is not readable');
    return sendSingle(request, url, body, identity, [topic, event]);
  };
}

function readBatch(body: unknown, maxPayloadBytes: number): Post[] | string {
  const messages = isObject(body) ? body['messages'] : undefined;
  if (!Array.isArray(messages) || messages.length === 0) return 'messages: can not be blank';
  if (messages.length > MAX_MESSAGES) return `messages: ${MAX_MESSAGES} at most`;
  const posts: Post[] = [];
  for (const message of messages as unknown[]) {
    const { topic, event, payload, private: isPrivate = false } = isObject(message) ? message : {};
    if (typeof topic !== 'string' || topic === '') return 'messages: topic can not be blank';
    if (typeof event !== 'string' || event === '') return 'messages: event can not be blank';
    if (!isObject(payload)) return 'messages: payload must be an object';
    if (typeof isPrivate !== 'boolean') return 'messages: private must be true or false';
    if (Buffer.byteLength(JSON.stringify(payload)) > maxPayloadBytes) {
      return 'messages: payload size exceeds limit';
    }
    const whole: JsonObject = { type: 'broadcast', event, payload };
    posts.push({ topic, isPrivate, broadcast: { raw: null, payload: whole } });
  }
  return posts;
}

/** Null when it is longer than allowed; stops reading there. */
async function readBody(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

function decodePart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function failure(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
