import { FILE_MAX_BYTES, FILE_MAX_SIDE, FILE_NAME_MAX } from '#domain/forms/files.ts';
import { mediaTypeOf } from '#domain/forms/media-type.ts';
import type { FormFile, Instant } from '#domain/rows.ts';
import { choosePictures } from './choose-pictures.ts';
import type { PictureProblem } from './choose-pictures.ts';
import { safeFileName } from './download.ts';

export type FileProblem = PictureProblem | 'no_picture' | 'document_too_large';

export type ChosenFile =
  | { kind: 'file'; file: Omit<FormFile, 'id'>; data: ArrayBuffer }
  | { kind: 'problem'; name: string; why: FileProblem };

/**
 * Makes what was handed over ready for a form, one after the other: pictures are drawn anew, small and
 * without what cameras write beside them, documents stay as they are.
 */
export const chooseFiles = async (
  files: readonly File[],
  now: Instant,
  takesDocuments: boolean,
): Promise<ChosenFile[]> => {
  const chosen: ChosenFile[] = [];
  for (const file of files) chosen.push(await chooseOne(file, now, takesDocuments));
  return chosen;
};

/** A file may be gone by the time that it is read, or lie where nobody answers. */
const chooseOne = async (
  file: File,
  now: Instant,
  takesDocuments: boolean,
): Promise<ChosenFile> => {
  try {
    const head = new Uint8Array(await file.slice(0, 16).arrayBuffer());
    const isDocument = mediaTypeOf(head) === 'application/pdf';
    return await (isDocument ? documentOf(file, takesDocuments) : pictureOf(file, now));
  } catch {
    return { kind: 'problem', name: file.name, why: 'unreadable' };
  }
};

const documentOf = async (file: File, takesDocuments: boolean): Promise<ChosenFile> => {
  if (!takesDocuments) return { kind: 'problem', name: file.name, why: 'no_picture' };
  if (file.size > FILE_MAX_BYTES) {
    return { kind: 'problem', name: file.name, why: 'document_too_large' };
  }
  return ready(file.name, 'pdf', 'application/pdf', await file.arrayBuffer());
};

const pictureOf = async (file: File, now: Instant): Promise<ChosenFile> => {
  const shape = { maxSide: FILE_MAX_SIDE, isSquare: false };
  const [chosen] = await choosePictures([file], now, shape);
  if (chosen?.kind !== 'picture') {
    return { kind: 'problem', name: file.name, why: chosen?.why ?? 'unreadable' };
  }
  const { data, mediaType } = chosen.picture;
  return ready(file.name, mediaType === 'image/webp' ? 'webp' : 'jpg', mediaType, data);
};

const ready = async (
  name: string,
  ending: string,
  media_type: FormFile['media_type'],
  data: ArrayBuffer,
): Promise<ChosenFile> => {
  const stem = safeFileName(name.replace(/\.[^.]*$/, ''))
    .slice(0, FILE_NAME_MAX - 10)
    // Half a letter is none that an answer may say.
    .replaceAll(/\p{Surrogate}/gu, '');
  const digest = await crypto.subtle.digest('SHA-256', data);
  const sha256 = [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const file = { name: `${stem}.${ending}`, media_type, bytes: data.byteLength, sha256 };
  return { kind: 'file', file, data };
};
