import { replyTo, requestOf } from './worker-call.ts';
import type { WorkerCall, WorkerReply, WorkerServer } from './worker-call.ts';

const BUCKET = 'client-photos';

export type FileReply = { kind: 'file'; data: ArrayBuffer; mediaType: string };

/** Brings a picture to its place. Never replaces one: the answer is 409 when it is there. */
export const uploadPhoto = (
  server: WorkerServer,
  path: string,
  picture: { data: ArrayBuffer; mediaType: string },
  call: WorkerCall,
): Promise<WorkerReply> =>
  replyTo(call, () =>
    fetch(`${server.url}/storage/v1/object/${BUCKET}/${path}`, {
      ...requestOf(server, call, { 'content-type': picture.mediaType, 'x-upsert': 'false' }),
      method: 'POST',
      body: picture.data,
    }),
  );

/** Takes a picture away; one that is not there is no error. */
export const removePhoto = (
  server: WorkerServer,
  path: string,
  call: WorkerCall,
): Promise<WorkerReply> =>
  replyTo(call, () =>
    fetch(`${server.url}/storage/v1/object/${BUCKET}`, {
      ...requestOf(server, call, { 'content-type': 'application/json' }),
      method: 'DELETE',
      body: JSON.stringify({ prefixes: [path] }),
    }),
  );

/** Fetches a picture. */
export const downloadPhoto = async (
  server: WorkerServer,
  path: string,
  call: WorkerCall,
): Promise<WorkerReply | FileReply> => {
  let file: FileReply | null = null;
  const reply = await replyTo(call, async () => {
    const response = await fetch(
      `${server.url}/storage/v1/object/authenticated/${BUCKET}/${path}`,
      requestOf(server, call, {}),
    );
    const mediaType = response.headers.get('content-type') ?? '';
    if (response.ok && mediaType.startsWith('image/')) {
      file = { kind: 'file', data: await response.arrayBuffer(), mediaType };
    }
    return response;
  });
  return file ?? reply;
};
