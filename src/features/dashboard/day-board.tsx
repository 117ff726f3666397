import { pathTo } from '#app/paths.ts';
import { seeMeanwhile } from '#db/commands/meanwhile.ts';
import { openAttention } from '#db/queries/attention.ts';
import type { Access } from '#db/queries/business.ts';
import { gapsToday } from '#db/queries/gaps.ts';
import { nowAndNext } from '#db/queries/now-next.ts';
import { pendingCount, pendingKeys } from '#db/queries/pending.ts';
import { staffNames } from '#db/queries/staff.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { rowKey } from '#domain/commands/op.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { DATE_WEEKDAY } from '#domain/time/format.ts';
import { readSetting, writeSetting } from '#platform/storage.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { lazyExtra } from '#ui/lazy-part.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import { useMinute } from '#ui/use-minute.ts';
import { CalendarPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { AttentionCard } from './attention-card.tsx';
import { dayText, greeting } from './dashboard-words.ts';
import { DayList } from './day-list.tsx';
import { GapsCard } from './gaps-card.tsx';
import { NewsCard } from './news-card.tsx';
import { NowCard } from './now-card.tsx';
import { RequestsCard } from './requests-card.tsx';
import { SetUpCard } from './set-up-card.tsx';
import { TimeOffCard } from './time-off-card.tsx';
import { UnclearCard } from './unclear-card.tsx';
import { useSeen } from './use-seen.ts';

// Not for everybody, and last on the page.
const FormsCard = lazyExtra(async () => (await import('./forms-card.tsx')).FormsCard);
const LowStockCard = lazyExtra(async () => (await import('./low-stock-card.tsx')).LowStockCard);
const TakingsCard = lazyExtra(async () => (await import('./takings-card.tsx')).TakingsCard);

const WHO_SETTING = 'daybook.today.who';
const NONE: ReadonlySet<never> = new Set();

export type Who = 'me' | 'all';

/** The day of a business that is on this device. */
export function DayBoard({ business, access }: { business: BusinessRow; access: Access }) {
  const db = useDb();
  // Each minute the questions are asked again: what was next is now.
  const minute = useMinute();
  const [chosen, setChosen] = useState<Who>(() =>
    readSetting(WHO_SETTING) === 'all' ? 'all' : 'me',
  );
  const seesAll = access.may('appointments.view');
  const own = access.staffId;
  const who: Who = own === null || (chosen === 'all' && seesAll) ? 'all' : 'me';
  const staffId = who === 'me' ? own : null;

  const [since, seen] = useSeen(db);
  const today = useQuery(
    (database) => nowAndNext(database, { staffId, since }),
    [staffId, since, minute],
  );
  const gaps = useQuery(gapsToday, [minute]);
  const attention = useQuery(openAttention, []);
  const waiting = useQuery(pendingCount, []);
  const pending: ReadonlySet<string> = useQuery(pendingKeys, []) ?? NONE;
  const names = useQuery(staffNames, []);
  if (!today || !gaps || !attention || !names) return null;

  const formats = businessFormats(business);
  const now = db.now();
  const wall = wallAt(business.time_zone, now);
  const firstName = (own ? names.get(own) : undefined)?.split(/\s/u)[0];
  const mayEdit = access.may('appointments.edit', who === 'me' ? 'own' : 'all');
  const isWaiting = (id: string): boolean => pending.has(rowKey('appointments', id));
  const shared = { business, formats, now, names, isWaiting, mayEdit };
  return (
    <Page
      title="Today"
      subtitle={
        <>
          {greeting(wall.minute)}
          {firstName && (
            <>
              , <bdi>{firstName}</bdi>
            </>
          )}
          . {formats.date(now, DATE_WEEKDAY)}.
        </>
      }
      actions={
        <>
          {own !== null && seesAll && names.size > 1 && (
            <WhoChoice
              who={who}
              onChange={(next) => {
                writeSetting(WHO_SETTING, next);
                setChosen(next);
              }}
            />
          )}
          {mayEdit && (
            <LinkButton
              to={pathTo('calendar', null, { new: 'appointment' })}
              variant="primary"
              icon={CalendarPlus}
            >
              Book
            </LinkButton>
          )}
        </>
      }
    >
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 grid-cols-1 gap-6 max-lg:contents">
          <SetUpCard business={business} mayEdit={access.may('settings')} />
          <NowCard today={today} {...shared} />
          <section aria-label="The day" className="min-w-0 max-lg:order-3">
            <header className="mb-2">
              <h2 className="font-semibold">The day</h2>
              <p className="text-sm text-muted">{dayText(today.counts)}</p>
            </header>
            <DayList lines={today.lines} showsStaff={who === 'all'} {...shared} />
          </section>
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6 max-lg:contents">
          <RequestsCard lines={today.requests} {...shared} />
          <NewsCard
            title="While you were offline"
            lines={today.meanwhile}
            onSeen={() =>
              void seeMeanwhile(
                db,
                today.meanwhile.map(({ appointment }) => appointment.id),
              )
            }
            {...shared}
          />
          <NewsCard title="Since you last looked" lines={today.news} onSeen={seen} {...shared} />
          {access.may('block') && <TimeOffCard />}
          <AttentionCard items={attention} waiting={waiting ?? 0} />
          <UnclearCard overdue={today.overdue} unconfirmed={today.unconfirmed} {...shared} />
          {access.may('forms', who === 'me' ? 'own' : 'all') && (
            <Suspense>
              <FormsCard staffId={staffId} formats={formats} />
            </Suspense>
          )}
          <GapsCard
            gaps={gaps.filter(({ staff }) => staffId === null || staff.id === staffId)}
            showsStaff={who === 'all'}
            formats={formats}
            locale={business.locale}
            mayBook={mayEdit}
          />
          {access.may('transactions', who === 'me' ? 'own' : 'all') && (
            <Suspense>
              <TakingsCard today={today} day={wall.day} staffId={staffId} business={business} />
            </Suspense>
          )}
          {access.may('inventory') && (
            <Suspense>
              <LowStockCard />
            </Suspense>
          )}
        </div>
      </div>
    </Page>
  );
}

function WhoChoice({ who, onChange }: { who: Who; onChange: (who: Who) => void }) {
  return (
    <ChoiceField
      label="Whose day"
      labelHidden
      columns
      value={who}
      onChange={onChange}
      choices={[
        { value: 'me', label: 'Me' },
        { value: 'all', label: 'Everybody' },
      ]}
    />
  );
}
