/**
 * Pictures, one at a time, at rest: up to the server when their rows are there, away from it when
 * their rows are gone. Every step may be done twice: a picture that is there already is stored, one
 * that is not there is removed. So nothing is lost or doubled whatever dies in between.
 *
 *   row + picture saved ─▶ row pushed ─▶ picture uploaded ─▶ `stored_at` pushed ─▶ others fetch it
 *
 * Pictures that everybody may see have no `stored_at`: who shows them asks for them by their path. Nor
 * have files of filled-in forms, whose rows are sealed.
 */
import { patchOp } from '#domain/commands/op.ts';
import type { PhotoFetch } from '#domain/clients/photos.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { toInstant } from '#domain/time/instant.ts';
import { backoffMs } from '../core/backoff.ts';
import type { Event } from '../core/machine.ts';
import { fileVerdict, refusalOf } from '../core/file-reply.ts';
import type { CallOptions, PictureName, PictureTask, Pictures } from '../ports.ts';
import type { Deps, Lead } from './deps.ts';
import { checkLead } from './merge.ts';
import type { Requests } from './requests.ts';
import { transact } from './storage.ts';

/** Half a megabyte through a bad connection: longer than rows may take. */
const FILE_TIMEOUT_MS = 120_000;
/** A server that cannot take one picture now is asked again later, and meanwhile takes the others. */
const POSTPONE_MS = 30_000;

export type PictureKeeper = {
  /** Whether there is something to do now. */
  isDue: () => Promise<boolean>;
  /** Does the next thing. `none` = nothing is due. */
  step: (lead: Lead) => Promise<'none' | 'step' | Event>;
  /** Brings a picture of another device here; `submission` names it when it is a file of a form. */
  fetch: (id: Uuid, submission?: Uuid) => Promise<PhotoFetch>;
};

export const createPictureKeeper = (
  deps: Deps,
  pictures: Pictures,
  requests: Requests,
): PictureKeeper => {
  const { shelf, files } = pictures;
  const now = (): Instant => toInstant(deps.clock.nowMs() + requests.offsetMs());

  const inTime = async <T>(ask: (call: CallOptions) => Promise<T>, token: string): Promise<T> => {
    const control = new AbortController();
    const cancel = deps.timers.after(FILE_TIMEOUT_MS, () => control.abort());
    try {
      return await ask({ token, signal: control.signal });
    } finally {
      cancel();
    }
  };

  const step = async (lead: Lead): Promise<'none' | 'step' | Event> => {
    const task = await shelf.next(now());
    if (task === null) return 'none';
    let token: string | undefined;
    try {
      token = (await requests.session(false))?.token;
    } catch {
      return { kind: 'failed-network', portal: false };
    }
    if (token === undefined) return { kind: 'failed-auth' };
    const reply = await inTime(
      (call) => (task.kind === 'upload' ? files.upload(task, call) : files.remove(task, call)),
      token,
    );
    const verdict = fileVerdict(reply);
    if (verdict.kind === 'network') return { kind: 'failed-network', portal: verdict.portal };
    if (verdict.kind === 'auth') return { kind: 'failed-auth' };
    if (verdict.kind === 'later') await postpone(task);
    else if (task.kind === 'remove') await shelf.drop(task.id);
    else if (verdict.kind === 'refused') {
      deps.log('info', 'a picture was refused', { code: verdict.code });
      await shelf.fail(task.id, verdict.code);
    } else {
      deps.reached?.('CP-20');
      if (task.path === null && !task.submission) await recordStored(lead, task.id);
      await shelf.settle(task.id);
    }
    return 'step';
  };

  const postpone = ({ id, tries }: PictureTask): Promise<void> => {
    const waitMs = POSTPONE_MS + backoffMs(tries, deps.random.next(), null);
    const dueAt = toInstant(deps.clock.nowMs() + requests.offsetMs() + waitMs);
    return shelf.postpone(id, dueAt, tries + 1);
  };

  /** From here on other devices know that they can have it. */
  const recordStored = (lead: Lead, id: Uuid): Promise<void> =>
    transact(deps, 'write', ['client_photos'], async (tx) => {
      await checkLead(tx, lead);
      const [row] = await tx.rows('client_photos', [id]);
      if (!row || row['stored_at'] !== null) return;
      const at = now();
      await tx.record({
        name: 'photo.stored',
        at,
        ops: [patchOp('client_photos', id, { stored_at: at })],
      });
    });

  const fetchOnce = async (name: PictureName, refresh: boolean): Promise<PhotoFetch | 'auth'> => {
    let token: string | undefined;
    try {
      token = (await requests.session(refresh))?.token;
    } catch {
      return 'offline';
    }
    if (token === undefined) return 'failed';
    const reply = await inTime((call) => files.download(name, call), token);
    if (reply.kind === 'file') {
      await shelf.keep(name, reply, now());
      return 'here';
    }
    const verdict = fileVerdict(reply);
    if (verdict.kind === 'network') return 'offline';
    if (verdict.kind === 'auth') return 'auth';
    const isGone =
      verdict.kind === 'refused' || (reply.kind === 'reply' && refusalOf(reply).status === 404);
    return isGone ? 'missing' : 'failed';
  };

  return {
    isDue: async () => {
      await shelf.sweep(now());
      return (await shelf.next(now())) !== null;
    },
    step,
    fetch: async (id, submission) => {
      const name = { id, path: null, submission };
      try {
        const first = await fetchOnce(name, false);
        const answer = first === 'auth' ? await fetchOnce(name, true) : first;
        return answer === 'auth' ? 'failed' : answer;
      } catch (error) {
        deps.log('info', 'a picture could not be kept', { error: String(error) });
        return 'failed';
      }
    },
  };
};
