import { useState, type ReactNode } from 'react';
import { TRANSITIONS } from '#domain/appointments/status.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { cancelGroup } from '#db/commands/group-changes.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { useDb } from '#db/use-query.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { List } from '#ui/list.tsx';
import type { WideCancel } from './cancel-form.tsx';
import { GroupScopeField, type GroupScope } from './group-scope.tsx';
import { useGroup } from './use-group.ts';

/** How far a cancellation reaches, with everybody whom it concerns; `form` asks why and does it. */
export function GroupCancelPart({
  detail,
  business,
  form,
}: {
  detail: AppointmentDetail;
  business: BusinessRow;
  form: (wide?: WideCancel) => ReactNode;
}) {
  const db = useDb();
  const group = useGroup(detail.appointment);
  const [scope, setScope] = useState<GroupScope>('this');
  if (!group) return null;
  const members = group.coming.filter(
    (member) =>
      TRANSITIONS[member.appointment.status].includes('cancelled') &&
      group.mayWith('appointments.delete', member),
  );
  if (members.length < 2) return form();
  const ids = members.map(({ appointment }) => appointment.id);
  const { date, time } = businessFormats(business);
  return (
    <div className="grid gap-4">
      <GroupScopeField count={ids.length} scope={scope} onChange={setScope} />
      {scope === 'group' && (
        <List label="Who is cancelled">
          {members.map(({ appointment: { id, starts_at }, name }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-3 px-4 py-2">
              <bdi className="font-medium">{name}</bdi>
              <span className="text-muted tabular-nums">
                {date(starts_at, DAY)}, {time(starts_at)}
              </span>
            </li>
          ))}
        </List>
      )}
      {scope === 'this' ? form() : form({ ids, cancel: (why) => cancelGroup(db, ids, why) })}
    </div>
  );
}

const DAY = { weekday: 'short', month: 'short', day: 'numeric' } as const;
