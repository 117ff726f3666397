import { Suspense, useState, type ReactNode } from 'react';
import type { WideMove } from '#domain/appointments/series-plan.ts';
import { isActive } from '#domain/appointments/status.ts';
import type { BusinessRow } from '#domain/rows.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { GroupScopeField, type GroupScope } from './group-scope.tsx';
import { useGroup } from './use-group.ts';

const GroupMoveForm = lazyPart(async () => (await import('./group-move-form.tsx')).GroupMoveForm);

/** How far a move reaches, and the form for it; `children` moves this one alone. */
export function GroupMovePart({
  move,
  children,
  ...props
}: {
  detail: AppointmentDetail;
  business: BusinessRow;
  onDone: () => void;
  /** Where this one was dragged. */
  move: WideMove | undefined;
  children: ReactNode;
}) {
  const group = useGroup(props.detail.appointment);
  const [scope, setScope] = useState<GroupScope>(move?.scope === 'group' ? 'group' : 'this');
  if (!group) return null;
  const members = group.coming.filter(
    (member) => isActive(member.appointment.status) && group.mayWith('appointments.edit', member),
  );
  if (members.length < 2) return children;
  return (
    <div className="grid gap-4">
      <GroupScopeField count={members.length} scope={scope} onChange={setScope} />
      {scope === 'this' ? (
        children
      ) : (
        <Suspense>
          <GroupMoveForm {...props} members={members} move={move} />
        </Suspense>
      )}
    </div>
  );
}
