import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { filesIn } from '#domain/forms/files.ts';
import type { FormAnswers, FormFile } from '#domain/rows.ts';
import { env } from '#platform/env.ts';
import type { FormLink } from './public-forms.ts';
import { readAnswer } from './public-rpc.ts';
import { callPublic } from './public-server.ts';

/** Ten megabytes through a bad connection. */
const TIMEOUT_MS = 180_000;

/** How much of all files is there, in bytes. */
export type SendingProgress = { done: number; total: number };

type Sender = {
  /** The bytes of a file; null = they are not on this device any more. */
  read: (id: string) => Promise<ArrayBuffer | null>;
  onProgress: (progress: SendingProgress) => void;
};

/**
 * Brings the photos and files of a filled-in form to the server, before the form itself. One that is there
 * already is not sent again, so this may be asked as often as it takes. Codes: those of `offer_form_file`
 * and of the function form-files, with the question in `field`; file_missing = not on this device.
 */
export const sendFormFiles = async (
  link: FormLink,
  { version, answers }: { version: number; answers: FormAnswers },
  { read, onProgress }: Sender,
): Promise<Result<null>> => {
  const files = Object.entries(answers).flatMap(([field, answer]) =>
    filesIn(answer).map((file) => ({ field, file })),
  );
  const total = files.reduce((sum, { file }) => sum + file.bytes, 0);
  let done = 0;
  for (const { field, file } of files) {
    onProgress({ done, total });
    const sent = await sendOne({ ...link, version, field, file }, read, (bytes) =>
      onProgress({ done: done + Math.min(bytes, file.bytes), total }),
    );
    if (!sent.ok) return fail(sent.error.code, { ...sent.error, field });
    done += file.bytes;
  }
  onProgress({ done, total });
  return ok(null);
};

const sendOne = async (
  offer: FormLink & { version: number; field: string; file: FormFile },
  read: Sender['read'],
  onBytes: (bytes: number) => void,
): Promise<Result<unknown>> => {
  const offered = await callPublic<{ upload: string; is_stored: boolean }>(
    'offer_form_file',
    offer,
  );
  if (!offered.ok || offered.value.is_stored) return offered;
  const data = await read(offer.file.id);
  return data ? upload(offered.value.upload, data, onBytes) : fail('file_missing');
};

/** The one way in which browsers say how much has left. Never throws. */
const upload = (
  secret: string,
  data: ArrayBuffer,
  onBytes: (bytes: number) => void,
): Promise<Result<unknown>> =>
  new Promise((resolve) => {
    const { backendUrl, publishableKey } = env();
    const request = new XMLHttpRequest();
    request.open('POST', `${backendUrl}/functions/v1/form-files`);
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader('apikey', publishableKey);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('x-upload', secret);
    request.upload.addEventListener('progress', ({ loaded }) => onBytes(loaded));
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      const headers = new Headers();
      for (const name of ['content-type', 'retry-after']) {
        const value = request.getResponseHeader(name);
        if (value !== null) headers.set(name, value);
      }
      const isFine = status >= 200 && status < 300;
      resolve(readAnswer({ ok: isFine, status, headers, redirected: false }, responseText));
    });
    // A failed request says nothing about why; the browser's own opinion is the best there is.
    request.addEventListener('error', () =>
      resolve(fail(navigator.onLine ? 'server_unavailable' : 'offline')),
    );
    request.addEventListener('timeout', () => resolve(fail('timeout')));
    request.send(data);
  });
