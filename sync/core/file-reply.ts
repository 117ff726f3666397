/**
 * What the answer of the storage service means. It wraps refusals: HTTP 400 with the real status as
 * `statusCode` in the body; newer ones answer with the status itself.
 */
import type { RawReply } from './failure.ts';

export type FileVerdict =
  | { kind: 'done' }
  | { kind: 'network'; portal: boolean }
  | { kind: 'auth' }
  /** The service is there but cannot do it now, or not yet. */
  | { kind: 'later' }
  /** The same file is refused for ever: a person has to know. */
  | { kind: 'refused'; code: 'not_allowed' | 'payload_too_large' | 'bad_answer' };

export const fileVerdict = (reply: RawReply): FileVerdict => {
  if (reply.kind !== 'reply') return { kind: 'network', portal: false };
  if (reply.status >= 200 && reply.status < 300) {
    return reply.html ? { kind: 'network', portal: true } : { kind: 'done' };
  }
  if (reply.status === 511 || (reply.status >= 300 && reply.status < 400)) {
    return { kind: 'network', portal: true };
  }
  const { status, words } = refusalOf(reply);
  if (status === 401 || /invalidjwt|jwt expired|invalid jwt/i.test(words)) return { kind: 'auth' };
  // It is there already: the answer to an earlier try was lost.
  if (status === 409) return { kind: 'done' };
  if (status === 413) return { kind: 'refused', code: 'payload_too_large' };
  if (status === 403 && !reply.html) return { kind: 'refused', code: 'not_allowed' };
  if (status === 404 || status === 408 || status === 429 || status >= 500 || reply.html) {
    return { kind: 'later' };
  }
  return { kind: 'refused', code: 'bad_answer' };
};

/** The status that was meant, and what was said about it. */
export const refusalOf = (reply: {
  status: number;
  body: unknown;
}): { status: number; words: string } => {
  const body = (typeof reply.body === 'object' && reply.body !== null ? reply.body : {}) as Record<
    string,
    unknown
  >;
  const inner = Number(body['statusCode']);
  return {
    status: Number.isInteger(inner) && inner >= 400 ? inner : reply.status,
    words: [body['error'], body['message']].filter((word) => typeof word === 'string').join(' '),
  };
};
