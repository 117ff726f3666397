import { UserMinus, UserPlus, Users } from 'lucide-react';
import clsx from 'clsx';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { pathTo } from '#app/paths.ts';
import { tellDone } from '#app/tell.ts';
import { leaveGroup } from '#db/commands/groups.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import type { GroupMember } from '#db/queries/groups.ts';
import { useDb } from '#db/use-query.ts';
import { comesAlong, groupWords, isOrganiser } from '#domain/appointments/group.ts';
import { isActive } from '#domain/appointments/status.ts';
import { STATUS_WORDS } from '#domain/appointments/status-words.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useGroup } from './use-group.ts';
import { visitName } from './visit-name.ts';

const AddPersonForm = lazyPart(async () => (await import('./add-person-form.tsx')).AddPersonForm);

/** Who else comes together with this one; each of them is a press away. */
export function GroupCard({
  detail,
  business,
  mayEdit,
}: {
  detail: AppointmentDetail;
  business: BusinessRow;
  mayEdit: boolean;
}) {
  const db = useDb();
  const { appointment } = detail;
  const group = useGroup(appointment);
  const [isAdding, setAdding] = useState(false);
  if (!group) return null;
  const others = group.members.filter((member) => member.appointment.id !== appointment.id);
  const size = group.coming.length;
  const leave = async (): Promise<void> =>
    tellDone(await leaveGroup(db, appointment.id), `${visitName(detail)} left the group`);
  return (
    <section aria-label="Group" className="grid gap-2 rounded-lg border border-line px-4 py-3">
      <p className="flex items-start gap-2">
        <Users size={18} className="mt-0.5 shrink-0 text-muted" aria-hidden />
        <span className="font-medium first-letter:uppercase">
          {size > 1 ? groupWords(size) : 'Nobody else comes along'}
          {size > 1 && isOrganiser(appointment) && (
            <span className="font-normal text-muted"> · organiser</span>
          )}
        </span>
      </p>
      {others.length > 0 && (
        <ul aria-label="Others of the group" className="-mx-2 grid border-t border-line pt-1">
          {others.map((member) => (
            <li key={member.appointment.id}>
              <Other member={member} beside={detail} business={business} />
            </li>
          ))}
        </ul>
      )}
      {mayEdit && !isAdding && (
        <div className="flex flex-wrap gap-2">
          {isActive(appointment.status) && (
            <Button size="sm" icon={UserPlus} onClick={() => setAdding(true)}>
              Another person
            </Button>
          )}
          <Button size="sm" variant="quiet" icon={UserMinus} onClick={() => void leave()}>
            Leave group
          </Button>
        </div>
      )}
      {isAdding && (
        <Suspense>
          <AddPersonForm detail={detail} business={business} onDone={() => setAdding(false)} />
        </Suspense>
      )}
    </section>
  );
}

/** `Mia Reed · organiser`, when, with whom, and what became of it. */
function Other({
  member,
  beside,
  business,
}: {
  member: GroupMember;
  beside: AppointmentDetail;
  business: BusinessRow;
}) {
  const { appointment, name, staffNames } = member;
  const { date, time } = businessFormats(business);
  const { starts_at, status, conflict } = appointment;
  const isOtherDay = date(starts_at) !== date(beside.appointment.starts_at);
  const when = isOtherDay ? `${date(starts_at, DAY)}, ${time(starts_at)}` : time(starts_at);
  return (
    <Link
      to={pathTo('appointment', { appointmentId: appointment.id })}
      className="grid min-h-11 content-center rounded-md px-2 py-1.5 hover:bg-raised"
    >
      <span className={clsx('min-w-0', !comesAlong(status) && 'text-muted line-through')}>
        <bdi className="font-medium">{name}</bdi>
        {isOrganiser(appointment) && <span className="text-muted"> · organiser</span>}
      </span>
      <span className="text-sm text-muted tabular-nums">
        {[
          when,
          staffNames.length > 0 && `with ${staffNames.join(', ')}`,
          conflict && 'time is taken',
          status !== 'booked' && STATUS_WORDS[status].toLowerCase(),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </Link>
  );
}

const DAY = { weekday: 'short', month: 'short', day: 'numeric' } as const;
