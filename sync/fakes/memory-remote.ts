import type { PokeEvent, Remote } from '../ports.ts';
import type { ModelServer } from './model-server.ts';

/** The model server without any network in between: every call is answered at once. */
export const createMemoryRemote = (server: ModelServer, tokens: Map<string, string>): Remote => ({
  call: async (name, args, { token }) => {
    const user = tokens.get(token);
    const reply = { kind: 'reply', html: false, retryAfter: null } as const;
    if (user === undefined) return { ...reply, status: 401, body: { code: 'PGRST301' } };
    return { ...reply, status: 200, body: structuredClone(server.call(name, args, user)) };
  },
  subscribe: (token, listen) => {
    let open = tokens.has(token);
    const tell = (event: PokeEvent) =>
      queueMicrotask(() => {
        if (open) listen(event);
      });
    server.onCommit((rev) => tell({ kind: 'poke', rev }));
    tell({ kind: 'joined' });
    return {
      setToken: () => undefined,
      close: () => {
        open = false;
      },
    };
  },
});
