import type { DaybookDb } from '#db/open.ts';
import { DbProvider, useQuery } from '#db/use-query.ts';
import { Card } from '#ui/card.tsx';

/** What waits to be sent: names and row ids, not the values. */
export function OutboxTable({ db }: { db: DaybookDb }) {
  return (
    <DbProvider db={db}>
      <Waiting />
    </DbProvider>
  );
}

function Waiting() {
  const entries = useQuery((db) => db.outbox.orderBy('seq').limit(200).toArray(), [], []);
  const sent = useQuery(async (db) => {
    const device = await db.meta.get('device');
    return device?.key === 'device' ? device.sent_seq : 0;
  }, []);
  if (entries.length === 0) return null;
  return (
    <Card title={`Outbox (${entries.length})`}>
      <div className="overflow-x-auto">
        <table className="w-full text-left text-sm">
          <thead className="text-muted">
            <tr>
              {['seq', 'mutation', 'rows', 'at', 'base', 'sent'].map((name) => (
                <th key={name} scope="col" className="py-1 pr-4 font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="font-mono tabular-nums">
            {entries.map(({ seq, name, ops, at, base_rev }) => (
              <tr key={seq} className="border-t border-line align-top">
                <td className="py-1 pr-4">{seq}</td>
                <td className="py-1 pr-4">{name}</td>
                <td className="py-1 pr-4 break-all">
                  {ops.map(({ op, table, id }) => `${op} ${table}:${id.slice(-6)}`).join(', ')}
                </td>
                <td className="py-1 pr-4">{at.slice(5, 19)}</td>
                <td className="py-1 pr-4">{base_rev}</td>
                <td className="py-1">{sent !== undefined && seq <= sent ? 'yes' : 'no'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
