/** What every Channel must do: memory and the browser's (and Node's) BroadcastChannel. */
import { describe, expect, test } from 'vitest';
import { createBroadcastChannel } from '#sync/adapters/broadcast-channel.ts';
import { createMemoryMedium } from '#sync/fakes/memory-channel.ts';
import type { Channel } from '#sync/ports.ts';
import type { TabMessage } from '#sync/protocol.ts';

const nudge = (event: 'wrote' | 'online'): TabMessage => ({ v: 1, kind: 'nudge', event });
const hears = (channel: Channel) =>
  new Promise<TabMessage>((resolve) => {
    const stop = channel.listen((message) => {
      stop();
      resolve(message);
    });
  });

const contract = (name: string, join: () => Channel) => {
  describe(`Channel contract: ${name}`, () => {
    test('[SYN-52] all others hear, the sender does not', async () => {
      const [one, two, three] = [join(), join(), join()];
      const own: TabMessage[] = [];
      one.listen((message) => void own.push(message));
      const heard = Promise.all([hears(two), hears(three)]);
      one.post(nudge('wrote'));
      expect(await heard).toEqual([nudge('wrote'), nudge('wrote')]);
      const back = hears(one);
      two.post(nudge('online'));
      await back;
      expect(own).toEqual([nudge('online')]);
      for (const channel of [one, two, three]) channel.close();
    });

    test('a closed channel is silent in both directions', async () => {
      const [one, two, three] = [join(), join(), join()];
      const late: TabMessage[] = [];
      two.listen((message) => void late.push(message));
      two.close();
      const heard = hears(three);
      two.post(nudge('online'));
      one.post(nudge('wrote'));
      expect(await heard).toEqual(nudge('wrote'));
      expect(late).toEqual([]);
      one.close();
      three.close();
    });
  });
};

contract('memory', createMemoryMedium().join);
contract('BroadcastChannel', () => createBroadcastChannel('contract'));

test('what another version of the app says and we do not understand is not heard', async () => {
  const ours = createBroadcastChannel('versions');
  const theirs = new BroadcastChannel('versions');
  const heard = hears(ours);
  theirs.postMessage({ v: 2, kind: 'beat' });
  theirs.postMessage('hello');
  theirs.postMessage(nudge('wrote'));
  expect(await heard).toEqual(nudge('wrote'));
  ours.close();
  theirs.close();
});
