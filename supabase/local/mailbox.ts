import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail } from '#supabase/functions/_shared/mail.ts';

/** A mail as it arrived. */
export type StoredMail = Mail & { at: string };

/** Where every outgoing mail lands, for a person at /_mail and for tests. */
export interface Mailbox {
  /** The same id again replaces the earlier copy. */
  put(mail: Mail): Promise<void>;
  /** Newest first. */
  list(filter?: { to?: string }): Promise<StoredMail[]>;
  read(id: string): Promise<StoredMail | null>;
  clear(): Promise<void>;
}

/** More than anybody scrolls through; the oldest go. */
const KEPT_MAILS = 500;

export function memoryMailbox(now: () => Date): Mailbox {
  const mails = new Map<string, StoredMail>();
  return {
    async put(mail) {
      mails.delete(mail.id);
      mails.set(mail.id, { ...mail, at: now().toISOString() });
      for (const id of [...mails.keys()].slice(0, Math.max(0, mails.size - KEPT_MAILS))) {
        mails.delete(id);
      }
    },
    list: async (filter) => [...mails.values()].reverse().filter((mail) => matches(mail, filter)),
    read: async (id) => mails.get(id) ?? null,
    clear: async () => mails.clear(),
  };
}

/** One JSON file per mail, named by time and id, so that a listing is in order without reading. */
export function diskMailbox(folder: string, now: () => Date): Mailbox {
  const files = async () =>
    (await readdir(folder).catch(() => [] as string[])).filter((f) => f.endsWith('.json')).sort();
  const fileOf = async (id: string) => (await files()).find((f) => f.endsWith(`_${id}.json`));
  const load = async (file: string) =>
    JSON.parse(await readFile(join(folder, file), 'utf8')) as StoredMail;
  let lastTime = 0;

  return {
    async put(mail) {
      if (!/^[\w-]+$/.test(mail.id)) throw new Error(`A mail id cannot be ${mail.id}`);
      await mkdir(folder, { recursive: true });
      const earlier = await fileOf(mail.id);
      // Two mails of one millisecond keep their order.
      lastTime = Math.max(now().getTime(), lastTime + 1);
      const stored: StoredMail = { ...mail, at: new Date(lastTime).toISOString() };
      const file = `${String(lastTime).padStart(15, '0')}_${mail.id}.json`;
      // A reader never sees half a mail, and a crash leaves none.
      await writeFile(join(folder, `${file}.part`), JSON.stringify(stored));
      await rename(join(folder, `${file}.part`), join(folder, file));
      if (earlier) await rm(join(folder, earlier), { force: true });
      for (const old of (await files()).slice(0, -KEPT_MAILS)) {
        await rm(join(folder, old), { force: true });
      }
    },
    async list(filter) {
      const mails = await Promise.all((await files()).reverse().map(load));
      return mails.filter((mail) => matches(mail, filter));
    },
    async read(id) {
      const file = await fileOf(id);
      return file ? load(file) : null;
    },
    async clear() {
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function matches(mail: StoredMail, filter: { to?: string } | undefined): boolean {
  return filter?.to === undefined || mail.to.email.toLowerCase() === filter.to.toLowerCase();
}
