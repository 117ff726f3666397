import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { formatMoney } from '#domain/money/format.ts';
import type { Uuid } from '#domain/rows.ts';
import { formatDate } from '#domain/time/format.ts';
import type { PaymentFinding, PaymentServer } from '#remote/payments.ts';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { AskAgain } from './ask-again.tsx';
import { pathTo } from './paths.ts';
import { useServerAnswer } from './use-server-answer.ts';

/** What the daily comparison with the provider has found. */
export function PaymentFindings({
  server,
  businessId,
  online,
}: {
  server: Pick<PaymentServer, 'findings'>;
  businessId: Uuid;
  online: boolean;
}) {
  const question = useCallback(() => server.findings(businessId), [server, businessId]);
  const { value, failure, ask } = useServerAnswer(question, online);
  const isOpen = value?.findings.some(({ is_resolved }) => !is_resolved) ?? false;
  return (
    <Card title="Compared every day">
      <div className="grid gap-3">
        <p className="text-muted">
          Each night what was paid online is compared with what your provider says of it.
        </p>
        {online && failure !== null && <AskAgain failure={failure} onAsk={ask} />}
        {value && (
          <p role="status">
            {value.compared_until === null
              ? 'Nothing was compared yet.'
              : isOpen
                ? `Compared until ${formatDate(value.compared_until)}. This differs:`
                : `Compared until ${formatDate(value.compared_until)}: everything is the same.`}
          </p>
        )}
        {value && value.findings.length > 0 && (
          <ul aria-label="What differs" className="grid gap-3">
            {value.findings.map((finding) => (
              <Finding
                key={`${finding.on_day} ${finding.kind} ${finding.id}`}
                finding={finding}
                money={(cents) => formatMoney(cents, value.currency, value.locale)}
              />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function Finding({
  finding,
  money,
}: {
  finding: PaymentFinding;
  money: (cents: number) => string;
}) {
  const { appointment_id: appointmentId, is_resolved, on_day, id } = finding;
  const { title, text } = findingWords(finding, money);
  return (
    <li className="grid justify-items-start gap-1 border-t border-line pt-3">
      {is_resolved && <Chip tone="success">Settled</Chip>}
      {appointmentId === null ? (
        <span className="font-medium">{title}</span>
      ) : (
        <Link className="font-medium underline" to={pathTo('appointment', { appointmentId })}>
          {title}
        </Link>
      )}
      {!is_resolved && <span>{text}</span>}
      <span className="max-w-full text-sm break-words text-muted">
        {formatDate(on_day)} · <bdi>{id}</bdi>
      </span>
    </li>
  );
}

/** What is different, and what to do about it. */
const findingWords = (
  { kind, ours, theirs }: Pick<PaymentFinding, 'kind' | 'ours' | 'theirs'>,
  money: (cents: number) => string,
): { title: string; text: string } => {
  const [here, there] = [money(ours?.cents ?? 0), money(theirs?.cents ?? 0)];
  const back = (side: typeof ours): string => money(side?.returned_cents ?? 0);
  switch (kind) {
    case 'unknown':
      return {
        title: `${there} was charged that nobody here asked for`,
        text: 'Look at it in your provider’s dashboard, and give it back there if nobody knows it.',
      };
    case 'other_account':
      return {
        title: `${there} came to another account than it was meant for`,
        text: 'Look at both accounts in your provider’s dashboard.',
      };
    case 'twice':
      return {
        title: `One payment was charged ${theirs?.times ?? 2} times`,
        text: 'Give back what is too much in your provider’s dashboard.',
      };
    case 'missing':
      return {
        title: `${here} that your books count is not at your provider`,
        text: 'Ask your provider before you count on this money.',
      };
    case 'amount':
      return {
        title: `Your books say ${here}, your provider ${there}`,
        text: 'What your provider says is what was charged.',
      };
    case 'state':
      return {
        title: `${here}: your books say ${stateWords(ours?.state)}, your provider ${stateWords(theirs?.state)}`,
        text: 'What your provider says is what arrives.',
      };
    case 'returned':
      return {
        title: `Of ${here} your books say that ${back(ours)} went back, your provider ${back(theirs)}`,
        text: 'Look at the refunds of this payment in your provider’s dashboard.',
      };
    case 'dispute':
      return {
        title: theirs?.is_disputed
          ? `${there} is disputed, and your books do not know of it`
          : `Your books say that ${here} is disputed, your provider does not`,
        text: 'Look at its disputes in your provider’s dashboard.',
      };
    case 'ledger':
      return {
        title: `${here}: what was charged or went back is not what the transactions say`,
        text: 'Your provider has it right; tell support, so that your books are put right.',
      };
    default:
      // A newer server may know more kinds than this version.
      return { title: `${here} differs`, text: 'Look at it in your provider’s dashboard.' };
  }
};

const stateWords = (state: string | undefined): string =>
  state === 'captured'
    ? 'charged'
    : state === 'authorised'
      ? 'held, not charged'
      : state === 'cancelled'
        ? 'let go'
        : 'not paid';
