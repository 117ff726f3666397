/** BroadcastChannel in memory: every other member hears, after the microtask, never the sender. */
import type { TabMessage } from '../protocol.ts';
import type { Channel } from '../ports.ts';

type Listener = (message: TabMessage) => void;

/** One medium per database; `deliver` lets a simulator delay or lose messages. */
export const createMemoryMedium = (
  deliver: (arrive: () => void) => void = (arrive) => queueMicrotask(arrive),
) => {
  const members = new Set<Set<Listener>>();
  return {
    join: (): Channel => {
      const listeners = new Set<Listener>();
      members.add(listeners);
      return {
        post: (message) => {
          if (!members.has(listeners)) return;
          for (const other of members) {
            if (other === listeners) continue;
            deliver(() => {
              if (members.has(other)) for (const listener of other) listener(message);
            });
          }
        },
        listen: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        close: () => void members.delete(listeners),
      };
    },
  };
};
