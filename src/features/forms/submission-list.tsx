import { Flag } from 'lucide-react';
import { Link } from 'react-router-dom';
import { pathTo } from '#app/paths.ts';
import type { FormDetail } from '#db/queries/forms.ts';
import { useQuery } from '#db/use-query.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { WaitingMark } from '#ui/waiting-mark.tsx';
import { SUBMISSION_STATE } from './form-words.ts';

const SHOWN_AT_ONCE = 20;

/** What came in of a form, newest first; each line opens it. */
export function SubmissionList({ detail: { submissions } }: { detail: FormDetail }) {
  const business = useQuery((db) => db.rows('businesses').get(db.businessId), []);
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  if (!business) return null;
  const formats = businessFormats(business);
  return (
    <Card title="Filled in">
      {submissions.length === 0 ? (
        <p className="text-muted">Nobody has filled it in yet.</p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {submissions.slice(0, limit).map(({ submission, client, version, changes, pending }) => (
            <li key={submission.id} className="relative flex flex-wrap items-center gap-2 py-2">
              <Link
                to={pathTo('forms', null, { submission: submission.id })}
                className="min-h-6 min-w-0 flex-1 font-medium break-words after:absolute after:inset-0"
              >
                {client ?? 'Nobody yet'}
                <span className="block text-sm font-normal text-muted">
                  {formats.date(submission.submitted_at)} · version {version.number}
                </span>
              </Link>
              {pending && <WaitingMark />}
              {changes.length > 0 && <Chip tone="warning">For the record</Chip>}
              {submission.flags.length > 0 && submission.state !== 'void' && (
                <Chip tone="danger" icon={Flag}>
                  Flagged
                </Chip>
              )}
              <Chip tone={SUBMISSION_STATE[submission.state].tone}>
                {SUBMISSION_STATE[submission.state].label}
              </Chip>
            </li>
          ))}
        </ul>
      )}
      {submissions.length > limit && (
        <Button className="mt-3" onClick={() => setLimit(limit + SHOWN_AT_ONCE)}>
          {submissions.length - limit} more
        </Button>
      )}
    </Card>
  );
}
