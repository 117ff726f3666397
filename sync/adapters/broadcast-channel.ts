import type { TabMessage } from '../protocol.ts';
import type { Channel } from '../ports.ts';

/** Between the workers of one database. The name keeps users and businesses apart. */
export const createBroadcastChannel = (name: string): Channel => {
  const channel = new BroadcastChannel(name);
  let closed = false;
  return {
    post: (message) => {
      if (!closed) channel.postMessage(message);
    },
    listen: (listener) => {
      const receive = (event: { data: unknown }) => {
        if (isTabMessage(event.data)) listener(event.data);
      };
      channel.addEventListener('message', receive);
      return () => channel.removeEventListener('message', receive);
    },
    close: () => {
      closed = true;
      channel.close();
    },
  };
};

/** Other tabs may run another version of the app: only what we understand gets in. */
const isTabMessage = (data: unknown): data is TabMessage =>
  typeof data === 'object' && data !== null && (data as { v?: unknown }).v === 1;
