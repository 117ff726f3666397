import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { CDPSession, Page } from '@playwright/test';

/** Megabytes of JavaScript that are still reachable after a collection. */
export type Heap = { window: number; worker: number };

const MB = 1024 * 1024;

/** Reads the heaps of a page and of its sync worker, after collecting what is garbage. */
export const readHeap = async (page: Page): Promise<Heap> => {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { window: usedSize / MB, worker: (await readWorker(session)) / MB };
  } finally {
    await session.detach();
  }
};

/** The worker is a target of its own: it is asked through the session of its page. */
const readWorker = async (session: CDPSession): Promise<number> => {
  const attached = new Promise<string>((done) => {
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'worker') done(sessionId);
    });
  });
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  const sessionId = await attached;
  const ask = (id: number, method: string): Promise<{ usedSize?: number }> =>
    new Promise((done) => {
      session.on('Target.receivedMessageFromTarget', ({ message }) => {
        const answer = JSON.parse(message) as { id?: number; result?: { usedSize?: number } };
        if (answer.id === id) done(answer.result ?? {});
      });
      void session.send('Target.sendMessageToTarget', {
        sessionId,
        message: JSON.stringify({ id, method, params: {} }),
      });
    });
  await ask(1, 'HeapProfiler.collectGarbage');
  return (await ask(2, 'Runtime.getHeapUsage')).usedSize ?? 0;
};

/** Resident megabytes of a process. */
export const readRss = async (pid: number | null): Promise<number> => {
  if (pid === null) return 0;
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim()) / 1024;
};
