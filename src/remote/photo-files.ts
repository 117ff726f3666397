import type { RowsReply, RowsServer } from './rows.ts';

const BUCKET = 'client-photos';

export type FileCall = { token: string; signal: AbortSignal };
export type FileReply = { kind: 'file'; data: ArrayBuffer; mediaType: string };

/** Brings a picture to its place. Never replaces one: the answer is 409 when it is there. */
export const uploadPhoto = (
  server: RowsServer,
  path: string,
  picture: { data: ArrayBuffer; mediaType: string },
  call: FileCall,
): Promise<RowsReply> =>
  answered(call, () =>
    fetch(`${server.url}/storage/v1/object/${BUCKET}/${path}`, {
      ...common(server, call, { 'content-type': picture.mediaType, 'x-upsert': 'false' }),
      method: 'POST',
      body: picture.data,
    }),
  );

/** Takes a picture away; one that is not there is no error. */
export const removePhoto = (server: RowsServer, path: string, call: FileCall): Promise<RowsReply> =>
  answered(call, () =>
    fetch(`${server.url}/storage/v1/object/${BUCKET}`, {
      ...common(server, call, { 'content-type': 'application/json' }),
      method: 'DELETE',
      body: JSON.stringify({ prefixes: [path] }),
    }),
  );

/** Fetches a picture. */
export const downloadPhoto = async (
  server: RowsServer,
  path: string,
  call: FileCall,
): Promise<RowsReply | FileReply> => {
  let file: FileReply | null = null;
  const reply = await answered(call, async () => {
    const response = await fetch(
      `${server.url}/storage/v1/object/authenticated/${BUCKET}/${path}`,
      common(server, call, {}),
    );
    const mediaType = response.headers.get('content-type') ?? '';
    if (response.ok && mediaType.startsWith('image/')) {
      file = { kind: 'file', data: await response.arrayBuffer(), mediaType };
    }
    return response;
  });
  return file ?? reply;
};

const common = (
  server: RowsServer,
  { token, signal }: FileCall,
  more: Record<string, string>,
): RequestInit => ({
  headers: { apikey: server.publishableKey, authorization: `Bearer ${token}`, ...more },
  // Pictures of people belong in no cache but our own, and a redirect is somebody else's page.
  cache: 'no-store',
  credentials: 'omit',
  redirect: 'manual',
  signal,
});

const answered = async ({ signal }: FileCall, ask: () => Promise<Response>): Promise<RowsReply> => {
  try {
    const response = await ask();
    if (response.type === 'opaqueredirect') {
      return { kind: 'reply', status: 302, body: undefined, html: true, retryAfter: null };
    }
    const text = response.bodyUsed ? '' : await response.text();
    return {
      kind: 'reply',
      status: response.status,
      body: parse(text),
      html: (response.headers.get('content-type') ?? '').includes('html'),
      retryAfter: response.headers.get('retry-after'),
    };
  } catch {
    return signal.aborted ? { kind: 'timeout' } : { kind: 'unreachable' };
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
