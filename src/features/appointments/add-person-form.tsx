import { useState } from 'react';
import { tellDone } from '#app/tell.ts';
import { addToGroup } from '#db/commands/groups.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { calendarBook, type CalendarBook } from '#db/queries/calendar.ts';
import { serviceTree, type CategoryView } from '#db/queries/services.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { travelOf } from '#domain/appointments/travel.ts';
import type { AppError } from '#domain/errors/result.ts';
import { ok } from '#domain/errors/result.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { offeredVariants } from './draft.ts';
import { GroupMembers, type GroupPlan } from './group-members.tsx';
import { newMember } from './member-draft.ts';
import { StepForm } from './step-form.tsx';
import { useGroup, type Group } from './use-group.ts';
import { useSaveOnceReady } from './use-save-once-ready.ts';
import { visitName } from './visit-name.ts';

type Props = { detail: AppointmentDetail; business: BusinessRow; onDone: () => void };

/** "Add another person": somebody comes together with a visit that is booked already. */
export function AddPersonForm(props: Props) {
  const book = useQuery(calendarBook, []);
  const categories = useQuery((db) => serviceTree(db), []);
  const group = useGroup(props.detail.appointment);
  if (!book || !categories || !group) return null;
  return <Form {...props} book={book} categories={categories} group={group} />;
}

function Form({
  detail,
  business,
  onDone,
  book,
  categories,
  group,
}: Props & { book: CalendarBook; categories: readonly CategoryView[]; group: Group }) {
  const db = useDb();
  const { appointment } = detail;
  const [members, setMembers] = useState(() => [newMember([])]);
  const [plan, setPlan] = useState<GroupPlan | null>(null);
  const [isTried, setTried] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const own = detail.segments.map(({ segment }) => segment);
  const others = [
    ...own,
    ...group.coming.flatMap((one) => (one.appointment.id === appointment.id ? [] : one.segments)),
  ];
  const wall = wallAt(business.time_zone, appointment.starts_at);
  const isClash = plan?.isClash ?? false;

  const { press, isBusy } = useSaveOnceReady(plan?.isReady ?? false, async () => {
    setTried(true);
    if (!plan?.forms) return;
    const { location_type, address } = appointment;
    const forms = plan.forms.map((form) => ({ ...form, location_type, address }));
    // The button said "Book anyway": that is the acceptance.
    const made = await addToGroup(db, appointment.id, forms, { acceptOverlap: isClash });
    if (!made.ok) return setError(made.error);
    tellDone(ok({ undo: made.value.undo }), `Booked together with ${visitName(detail)}`);
    onDone();
  });

  return (
    <StepForm
      submitLabel={isClash ? 'Book anyway' : 'Book'}
      isOver={isClash}
      isBusy={isBusy}
      error={error}
      onSubmit={press}
      onBack={onDone}
    >
      <GroupMembers
        members={members}
        least={1}
        others={others}
        countBefore={Math.max(1, group.coming.length)}
        areBooked
        at={{
          ...wall,
          timeZone: business.time_zone,
          place: appointment.location_type,
          travel: travelOf(own),
        }}
        offered={offeredVariants(categories)}
        book={book}
        business={business}
        isTried={isTried}
        onChange={(next) => {
          setError(null);
          setMembers(next);
        }}
        onPlan={setPlan}
      />
    </StepForm>
  );
}
