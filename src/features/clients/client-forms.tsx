import { Flag } from 'lucide-react';
import { Link } from 'react-router-dom';
import { pathTo } from '#app/paths.ts';
import { publishedForms, submissionsOfClient } from '#db/queries/forms.ts';
import { useQuery } from '#db/use-query.ts';
import { answerText } from '#domain/forms/answer-text.ts';
import type { Uuid } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** What a client has filled in, with flagged answers in words, and the forms that they can fill in here. */
export function ClientForms({ clientId, formats }: { clientId: Uuid; formats: BusinessFormats }) {
  const views = useQuery((db) => submissionsOfClient(db, clientId), [clientId]);
  const forms = useQuery(publishedForms, []);
  if (!views || !forms || (views.length === 0 && forms.length === 0)) return null;
  return (
    <Card title="Forms" className="max-lg:order-6">
      {views.length === 0 ? (
        <p className="text-muted">Nothing filled in yet.</p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {views.map(({ submission, form, version, changes }) => (
            <li key={submission.id} className="grid gap-1 py-2">
              <Link
                to={pathTo('forms', null, { submission: submission.id })}
                className="inline-flex min-h-6 items-center font-medium break-words underline underline-offset-2"
              >
                {form.name}
              </Link>
              <p className="text-sm text-muted">
                {formats.date(submission.submitted_at, DAY)}
                {submission.state === 'void' && ' · void'}
                {submission.state === 'needs_countersign' && ' · to be signed by you'}
                {changes.length > 0 && ' · has answers for the record'}
              </p>
              {submission.state !== 'void' &&
                submission.flags.map(({ field: id, level }) => {
                  const field = version.fields.find((one) => one.id === id);
                  const answer = submission.answers[id];
                  return (
                    field && (
                      <p key={id}>
                        <Chip tone={level === 'danger' ? 'danger' : 'warning'} icon={Flag}>
                          {field.label}:{' '}
                          {answer === undefined ? '–' : answerText(field, answer, formats)}
                        </Chip>
                      </p>
                    )
                  );
                })}
            </li>
          ))}
        </ul>
      )}
      {forms.length > 0 && (
        <ul aria-label="Fill in or send" className="mt-3 grid gap-1 border-t border-line pt-3">
          {forms.map(({ id, name }) => (
            <li key={id}>
              <Link
                to={pathTo('forms', null, { fill: id, client: clientId })}
                className="inline-flex min-h-6 items-center underline underline-offset-2"
              >
                Fill in {name}
              </Link>
            </li>
          ))}
          <li>
            <Link
              to={pathTo('forms', null, { send: clientId })}
              className="inline-flex min-h-6 items-center underline underline-offset-2"
            >
              Send a form
            </Link>
          </li>
        </ul>
      )}
    </Card>
  );
}
