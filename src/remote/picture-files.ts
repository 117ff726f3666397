import { replyTo, requestOf } from './worker-call.ts';
import type { WorkerCall, WorkerReply, WorkerServer } from './worker-call.ts';

/** Where a picture lies. */
export type PicturePlace = { bucket: 'client-photos' | 'form-files' | 'pictures'; path: string };

export type FileReply = { kind: 'file'; data: ArrayBuffer; mediaType: string };

/** Under one path there is ever one picture: whoever has it need not ask again for a week. */
const CACHING = 'max-age=604800';

/** Brings a picture to its place. Never replaces one: the answer is 409 when it is there. */
export const uploadPicture = (
  server: WorkerServer,
  { bucket, path }: PicturePlace,
  picture: { data: ArrayBuffer; mediaType: string },
  call: WorkerCall,
): Promise<WorkerReply> =>
  replyTo(call, () =>
    fetch(`${server.url}/storage/v1/object/${bucket}/${path}`, {
      ...requestOf(server, call, {
        'content-type': picture.mediaType,
        'x-upsert': 'false',
        ...(bucket === 'pictures' ? { 'cache-control': CACHING } : {}),
      }),
      method: 'POST',
      body: picture.data,
    }),
  );

/** Takes a picture away; one that is not there is no error. */
export const removePicture = (
  server: WorkerServer,
  { bucket, path }: PicturePlace,
  call: WorkerCall,
): Promise<WorkerReply> =>
  replyTo(call, () =>
    fetch(`${server.url}/storage/v1/object/${bucket}`, {
      ...requestOf(server, call, { 'content-type': 'application/json' }),
      method: 'DELETE',
      body: JSON.stringify({ prefixes: [path] }),
    }),
  );

/** Fetches a picture that is not for everybody. */
export const downloadPicture = async (
  server: WorkerServer,
  { bucket, path }: PicturePlace,
  call: WorkerCall,
): Promise<WorkerReply | FileReply> => {
  let file: FileReply | null = null;
  const reply = await replyTo(call, async () => {
    const response = await fetch(
      `${server.url}/storage/v1/object/authenticated/${bucket}/${path}`,
      requestOf(server, call, {}),
    );
    const mediaType = response.headers.get('content-type') ?? '';
    const isOurs =
      mediaType.startsWith('image/') || (bucket !== 'pictures' && mediaType === 'application/pdf');
    if (response.ok && isOurs) {
      file = { kind: 'file', data: await response.arrayBuffer(), mediaType };
    }
    return response;
  });
  return file ?? reply;
};
