import { AskAgain } from '#app/ask-again.tsx';
import { useServerAnswer } from '#app/use-server-answer.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { PayStatement } from '#features/staff/pay-statement.tsx';
import { ownPay } from '#remote/own-pay.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useOnline } from '#ui/use-online.ts';
import { Wallet } from 'lucide-react';
import { useCallback, useState } from 'react';

/** What somebody is paid by the closed runs, for themselves alone. Only with a connection. */
export function OwnPay({ server = ownPay }: { server?: typeof ownPay }) {
  const db = useDb();
  const online = useOnline();
  const business = useQuery((local) => local.rows('businesses').get(local.businessId), []);
  const question = useCallback(() => server(db.businessId), [server, db.businessId]);
  const { value, failure, ask } = useServerAnswer(question, online);
  const [chosen, setChosen] = useState<Uuid | null>(null);
  if (!online && !value) {
    return (
      <Notice tone="warning" live>
        You are offline. What you are paid is not kept on this device: connect to see it.
      </Notice>
    );
  }
  if (failure) return <AskAgain failure={failure} onAsk={ask} />;
  if (!value || !business) return <SkeletonList rows={2} label="Your pay is being looked up" />;
  if (value.statements.length === 0) {
    return (
      <EmptyState icon={Wallet} title="No pay yet">
        When a pay run with you in it is closed, your part of it stands here.
      </EmptyState>
    );
  }
  const { date } = businessFormats(business);
  const statement = value.statements.find(({ id }) => id === chosen);
  return (
    <div className="grid grid-cols-1 gap-4">
      <List label="My pay">
        {value.statements.map(({ id, from_day, to_day, entry, paid_on }) => (
          <ListRow
            key={id}
            title={`${date(from_day)} – ${date(to_day)}`}
            subtitle={paid_on ? `Paid on ${date(paid_on)}` : 'Not paid yet'}
            trailing={
              <strong>{formatMoney(entry.total_cents, business.currency, business.locale)}</strong>
            }
            onPress={() => setChosen(id)}
          />
        ))}
      </List>
      {statement && <PayStatement statement={statement} business={business} />}
    </div>
  );
}
