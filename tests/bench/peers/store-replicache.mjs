// Replicache with the push and pull endpoints of peer-server.ts.
import { Replicache } from 'peer:replicache';
import { offer } from '../pages/bench.ts';

let rep;

const waiting = async () => (await rep.experimentalPendingMutations()).length;

offer({
  preparePush: async (count) => {
    rep = new Replicache({
      name: 'bench',
      pullURL: '/replicache/pull',
      pullInterval: null,
      pushDelay: 0,
      mutators: {
        note: async (tx, { id, alert_note }) => {
          const row = await tx.get(`clients/${id}`);
          await tx.set(`clients/${id}`, { ...row, alert_note });
        },
      },
    });
    await rep.pull({ now: true });
    const ids = await rep.query(async (tx) =>
      (await tx.scan({ prefix: 'clients/', limit: count }).values().toArray()).map(({ id }) => id),
    );
    if (ids.length !== count) throw new Error(`${ids.length} rows, not ${count}`);
    // Without an address nothing is pushed: the changes wait.
    for (const id of ids) await rep.mutate.note({ id, alert_note: `Note ${id}` });
  },
  push: async () => {
    const from = performance.now();
    rep.pushURL = '/replicache/push';
    await rep.push({ now: true });
    while ((await waiting()) > 0) await rep.pull({ now: true });
    return performance.now() - from;
  },
});
