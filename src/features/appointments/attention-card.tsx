import { useState } from 'react';
import type { AttentionItemRow, BusinessRow } from '#domain/rows.ts';
import type { Answer } from '#db/commands/attention.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { onlineMoneyWords } from '#domain/appointments/dispute-words.ts';
import { formatMoney } from '#domain/money/format.ts';
import { tellDone } from '#app/tell.ts';
import { Button } from '#ui/button.tsx';
import { loadOrTell } from '#ui/load-or-tell.ts';
import { Notice } from '#ui/notice.tsx';
import { FreeTimesList } from './free-times-list.tsx';
import { proposalsFor } from './proposals.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { wallAt } from '#domain/time/clock-text.ts';

/** Something about this appointment that only a person can decide. */
export function AttentionCard({
  item,
  detail,
  business,
}: {
  item: AttentionItemRow;
  detail: AppointmentDetail;
  business: BusinessRow;
}) {
  const db = useDb();
  const [isBusy, setBusy] = useState(false);
  const answer = async (decision: Answer, words: string): Promise<void> => {
    setBusy(true);
    // What a decision does is more than what shows it.
    const resolveAttention = await loadOrTell(
      async () => (await import('#db/commands/attention.ts')).resolveAttention,
    );
    const result = await resolveAttention?.(db, item.id, decision);
    setBusy(false);
    if (result) tellDone(result, words);
  };
  return (
    <section
      aria-label="Needs a decision"
      className="grid gap-3 rounded-lg border-2 border-danger p-4"
    >
      {item.kind === 'slot_taken' ? (
        <SlotTaken
          item={item}
          detail={detail}
          business={business}
          isBusy={isBusy}
          onAnswer={answer}
        />
      ) : item.kind === 'balance' ? (
        <DepositNote item={item} business={business} isBusy={isBusy} onAnswer={answer} />
      ) : (
        <Superseded item={item} isBusy={isBusy} onAnswer={answer} />
      )}
    </section>
  );
}

type Decide = (decision: Answer, words: string) => Promise<void>;

/** Two appointments met in one place: both are kept, one has to give way or both may stay. */
function SlotTaken({
  item,
  detail,
  business,
  isBusy,
  onAnswer,
}: {
  item: AttentionItemRow;
  detail: AppointmentDetail;
  business: BusinessRow;
  isBusy: boolean;
  onAnswer: Decide;
}) {
  const { appointment } = detail;
  const poolId = typeof item.theirs['pool_id'] === 'string' ? item.theirs['pool_id'] : '';
  const pool = useQuery((db) => db.rows('resource_pools').get(poolId), [poolId]);
  const proposals = useQuery((db) => proposalsFor(db, appointment.id), [appointment.id]) ?? [];
  const staff = useQuery((db) => db.rows('staff').toArray(), []) ?? [];
  const formats = businessFormats(business);
  return (
    <>
      {pool ? (
        <Notice tone="danger" title={`Nothing free of ${pool.name}`} live={false}>
          Others had them first while this device was offline. The appointment is kept, but it does
          not hold its place.
        </Notice>
      ) : (
        <Notice tone="danger" title="This time was already taken" live={false}>
          Somebody else was booked first while this device was offline. The appointment is kept, but
          it does not hold its place.
        </Notice>
      )}
      <FreeTimesList
        title="Move it to"
        proposals={proposals.slice(0, 4)}
        staff={staff}
        locale={business.locale}
        minuteText={formats.minute}
        shownDay={wallAt(business.time_zone, appointment.starts_at).day}
        onPick={({ startsAt, staffId }) =>
          void onAnswer(
            { keep: 'moved', to: { startsAt, staffId } },
            `Moved to ${formats.dateTime(startsAt)}`,
          )
        }
      />
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          busy={isBusy}
          onClick={() => void onAnswer({ keep: 'both' }, 'Both appointments stay')}
        >
          Keep both at this time
        </Button>
        <Button
          size="sm"
          variant="danger"
          busy={isBusy}
          onClick={() =>
            void onAnswer({ keep: 'none', reason: 'Time was taken' }, 'Appointment cancelled')
          }
        >
          Cancel it
        </Button>
      </div>
    </>
  );
}

/** A deposit that nobody pays online any more, or never could: somebody has to ask for it. */
function DepositNote({
  item,
  business,
  isBusy,
  onAnswer,
}: {
  item: AttentionItemRow;
  business: BusinessRow;
  isBusy: boolean;
  onAnswer: Decide;
}) {
  const cents = item.mine['deposit'];
  const online = onlineMoneyWords(item.mine);
  return (
    <>
      {online ? (
        <Notice tone={item.mine['dispute'] === 'won' ? 'success' : 'warning'} title={online.title}>
          {online.text}
        </Notice>
      ) : 'held_until' in item.mine ? (
        <Notice tone="warning" title="Answer this request soon">
          The card of your client is held for a week only, and that is nearly over. After that the
          deposit is gone; the request stays.
        </Notice>
      ) : 'unpaid' in item.mine ? (
        <Notice tone="warning" title="Cancelled: the deposit was not paid">
          The time was kept until a moment that you had said, and is free again. Where there is an
          address, your client was told by mail.
        </Notice>
      ) : typeof cents === 'number' ? (
        <Notice
          tone="warning"
          title={`Ask for a deposit of ${formatMoney(cents, business.currency, business.locale)}`}
        >
          The time came from the waitlist, where nobody pays online. The client was told that you
          ask for it before the visit.
        </Notice>
      ) : (
        <Notice tone="warning" title="The deposit was not charged">
          The bank let the card go before it could be charged, so nothing was paid online. The
          appointment stays; ask for the deposit if you want it.
        </Notice>
      )}
      <Button
        size="sm"
        className="justify-self-start"
        busy={isBusy}
        onClick={() => void onAnswer({ keep: 'dismissed' }, 'Done')}
      >
        I have seen it
      </Button>
    </>
  );
}

/** Another device changed the same thing: what was entered here is kept beside it. */
function Superseded({
  item,
  isBusy,
  onAnswer,
}: {
  item: AttentionItemRow;
  isBusy: boolean;
  onAnswer: Decide;
}) {
  const fields = Object.keys(item.mine);
  return (
    <>
      <Notice tone="warning" title={TITLES[item.kind] ?? 'A change was not taken over'}>
        Nothing is lost: choose which one counts.
      </Notice>
      {fields.length > 0 && (
        <table className="w-full text-left text-sm">
          <thead className="text-muted">
            <tr>
              <th className="py-1 font-medium">Field</th>
              <th className="font-medium">Yours</th>
              <th className="font-medium">Now</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field} className="border-t border-line align-top">
                <th className="py-1 pr-2 font-normal">{fieldWords(field)}</th>
                <td className="pr-2">{valueWords(item.mine[field])}</td>
                <td>{valueWords(item.theirs[field])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="flex flex-wrap gap-2">
        {item.kind === 'stale_field' && (
          <Button
            size="sm"
            busy={isBusy}
            onClick={() => void onAnswer({ keep: 'mine' }, 'Your version counts')}
          >
            Use mine
          </Button>
        )}
        <Button
          size="sm"
          busy={isBusy}
          onClick={() => void onAnswer({ keep: 'theirs' }, 'The version of the server counts')}
        >
          {item.kind === 'stale_field' ? 'Keep what is there' : 'Understood'}
        </Button>
      </div>
    </>
  );
}

const TITLES: Partial<Record<AttentionItemRow['kind'], string>> = {
  stale_field: 'Somebody else changed the same thing',
  deleted: 'It was deleted meanwhile',
  permission: 'Your role does not allow this change',
  validation: 'The server refused a change',
};

/** `client_note` → `Client note` */
const fieldWords = (field: string): string => {
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const valueWords = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? 'nothing'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
