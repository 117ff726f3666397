import { CircleCheck, ClipboardList, Send } from 'lucide-react';
import { Link } from 'react-router-dom';
import { pathTo } from '#app/paths.ts';
import { formGuests, type GuestForm } from '#db/queries/form-guests.ts';
import { useQuery } from '#db/use-query.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Chip } from '#ui/chip.tsx';

/** Of everybody in a class or a group: which forms are done, asked for or missing. */
export function GuestForms({
  appointmentId,
  business,
}: {
  appointmentId: Uuid;
  business: BusinessRow;
}) {
  const found = useQuery((db) => formGuests(db, appointmentId), [appointmentId]);
  const guests = found?.guests ?? [];
  // No form is published, or nobody comes yet.
  if (guests.every(({ forms }) => forms.length === 0)) return null;
  const formats = businessFormats(business);
  const about = guests
    .map((guest) => ({ ...guest, forms: guest.forms.filter(({ state }) => state !== 'unasked') }))
    .filter(({ forms }) => forms.length > 0);
  return (
    <section aria-label="Forms of the guests" className="grid gap-2">
      {about.length > 0 && (
        <ul className="grid gap-2">
          {about.map(({ client, name, forms, appointmentId: visitId }) => (
            <li
              key={`${visitId} ${client.id}`}
              className="flex flex-wrap items-center gap-x-2 gap-y-1"
            >
              <bdi className="min-w-0 font-medium break-words">{name}</bdi>
              {forms.map((one) => (
                <FormState
                  key={one.form.id}
                  one={one}
                  fill={{ fill: one.form.id, client: client.id, appointment: visitId }}
                  words={one.at ? formats.date(one.at) : null}
                />
              ))}
            </li>
          ))}
        </ul>
      )}
      <Link
        to={pathTo('forms', null, { ask: appointmentId })}
        className="inline-flex min-h-6 items-center gap-1.5 justify-self-start underline underline-offset-2"
      >
        <Send size={16} aria-hidden />
        Ask guests to fill in a form
      </Link>
    </section>
  );
}

/** One form of one guest: leads to what was filled in, or to fill it in here. */
function FormState({
  one: { form, state, submissionId },
  fill,
  words,
}: {
  one: GuestForm;
  fill: Record<string, string>;
  /** The day of it; null = there is none. */
  words: string | null;
}) {
  const isDone = state === 'done';
  const to = submissionId ? { submission: submissionId } : fill;
  const said = isDone ? 'done' : state === 'asked' ? `asked ${words ?? ''}`.trim() : 'missing';
  const isUrgent = state === 'missing' && form.enforce !== 'none';
  const tone = isDone ? 'success' : isUrgent ? 'warning' : 'neutral';
  return (
    <Link to={pathTo('forms', null, to)} className="inline-flex min-h-6 max-w-full items-center">
      <Chip tone={tone} icon={isDone ? CircleCheck : ClipboardList}>
        {form.name}: {said}
      </Chip>
    </Link>
  );
}
