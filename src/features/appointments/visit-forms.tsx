import { CircleCheck, ClipboardList, Flag } from 'lucide-react';
import { Link } from 'react-router-dom';
import { pathTo } from '#app/paths.ts';
import { formsOfVisit, publishedForms } from '#db/queries/forms.ts';
import type { VisitForm } from '#db/queries/forms.ts';
import { useQuery } from '#db/use-query.ts';
import { formState } from '#domain/forms/form-state.ts';
import type { FormState } from '#domain/forms/form-state.ts';
import type { FormRow, Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { DATE_WEEKDAY_SHORT } from '#domain/time/format.ts';
import { Chip } from '#ui/chip.tsx';

const LINK = 'inline-flex min-h-6 items-center underline underline-offset-2';

/** The forms that a visit should have: which are done, and how far the others are. */
export function VisitForms({ appointmentId, clientId }: { appointmentId: Uuid; clientId: Uuid }) {
  const wanted = useQuery((db) => formsOfVisit(db, appointmentId), [appointmentId, clientId]);
  const published = useQuery(publishedForms, []);
  const business = useQuery((db) => db.rows('businesses').get(db.businessId), []);
  if (!wanted || !published || !business || published.length === 0) return null;
  const formats = businessFormats(business);
  return (
    <ul aria-label="Forms" className="grid grid-cols-1 gap-2">
      {wanted.map((one) => (
        <li key={one.form.id} className="flex flex-wrap items-center gap-2">
          {one.submission ? (
            <Done form={one.form} submission={one.submission} />
          ) : (
            <Missing
              wanted={one}
              formats={formats}
              to={pathTo('forms', null, {
                fill: one.form.id,
                client: clientId,
                appointment: appointmentId,
              })}
            />
          )}
        </li>
      ))}
      <li>
        <Link
          to={pathTo('forms', null, { send: clientId, appointment: appointmentId })}
          className={LINK}
        >
          Send a form
        </Link>
      </li>
    </ul>
  );
}

function Done({
  form,
  submission,
}: {
  form: FormRow;
  submission: NonNullable<VisitForm['submission']>;
}) {
  return (
    <>
      <Chip tone="success" icon={CircleCheck}>
        {WORDS.done.chip}
      </Chip>
      <Link to={pathTo('forms', null, { submission: submission.id })} className={LINK}>
        {form.name}
      </Link>
      {submission.flags.length > 0 && (
        <Chip tone="danger" icon={Flag}>
          Flagged answer
        </Chip>
      )}
    </>
  );
}

/** The chip, and what happened when. */
const WORDS: Readonly<Record<FormState, { chip: string; happened: string }>> = {
  unsent: { chip: 'Form not sent', happened: '' },
  asked: { chip: 'Form on its way', happened: 'asked' },
  sent: { chip: 'Form sent', happened: 'sent' },
  opened: { chip: 'Form opened', happened: 'opened' },
  done: { chip: 'Form done', happened: 'filled in' },
};

function Missing({
  wanted,
  formats,
  to,
}: {
  wanted: VisitForm;
  formats: BusinessFormats;
  to: string;
}) {
  const { form, askedFrom } = wanted;
  const { state, at } = formState(wanted);
  const words = WORDS[state];
  const from = askedFrom === null ? null : instantOfMin(askedFrom);
  return (
    <>
      <Chip tone={form.enforce === 'none' || from ? 'neutral' : 'warning'} icon={ClipboardList}>
        {words.chip}
      </Chip>
      <Link to={to} className={LINK}>
        Fill in {form.name}
      </Link>
      <span className="text-sm text-muted empty:hidden">
        {at
          ? `${words.happened} ${formats.date(at)}`
          : from && `asked for ${formats.date(from, DATE_WEEKDAY_SHORT)}, ${formats.time(from)}`}
      </span>
    </>
  );
}
