import { CircleCheck, ClipboardList, Flag } from 'lucide-react';
import { Link } from 'react-router-dom';
import { pathTo } from '#app/paths.ts';
import { formsOfVisit, publishedForms } from '#db/queries/forms.ts';
import { useQuery } from '#db/use-query.ts';
import type { Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Chip } from '#ui/chip.tsx';

/** The forms that a visit should have: which are done, which are missing. */
export function VisitForms({ appointmentId, clientId }: { appointmentId: Uuid; clientId: Uuid }) {
  const wanted = useQuery((db) => formsOfVisit(db, appointmentId), [appointmentId, clientId]);
  const published = useQuery(publishedForms, []);
  const business = useQuery((db) => db.rows('businesses').get(db.businessId), []);
  if (!wanted || !published || !business || published.length === 0) return null;
  const formats = businessFormats(business);
  return (
    <ul aria-label="Forms" className="grid grid-cols-1 gap-2">
      {wanted.map(({ form, submission, request }) => (
        <li key={form.id} className="flex flex-wrap items-center gap-2">
          {submission ? (
            <>
              <Chip tone="success" icon={CircleCheck}>
                Form done
              </Chip>
              <Link
                to={pathTo('forms', null, { submission: submission.id })}
                className="inline-flex min-h-6 items-center underline underline-offset-2"
              >
                {form.name}
              </Link>
              {submission.flags.length > 0 && (
                <Chip tone="danger" icon={Flag}>
                  Flagged answer
                </Chip>
              )}
            </>
          ) : (
            <>
              <Chip tone={form.enforce === 'none' ? 'neutral' : 'warning'} icon={ClipboardList}>
                {request ? 'Form sent' : 'Form missing'}
              </Chip>
              <Link
                to={pathTo('forms', null, {
                  fill: form.id,
                  client: clientId,
                  appointment: appointmentId,
                })}
                className="inline-flex min-h-6 items-center underline underline-offset-2"
              >
                Fill in {form.name}
              </Link>
              {request && (
                <span className="text-sm text-muted">asked {formats.date(request.asked_at)}</span>
              )}
            </>
          )}
        </li>
      ))}
      <li>
        <Link
          to={pathTo('forms', null, { send: clientId, appointment: appointmentId })}
          className="inline-flex min-h-6 items-center underline underline-offset-2"
        >
          Send a form
        </Link>
      </li>
    </ul>
  );
}
