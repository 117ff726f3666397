import { pathTo } from '#app/paths.ts';
import type { PatchTestWarning } from '#db/queries/patch-test-warnings.ts';
import type { PatchTestProblem } from '#domain/clients/patch-tests.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Notice } from '#ui/notice.tsx';
import { Link } from 'react-router-dom';

const WORDS: Record<PatchTestProblem, string> = {
  missing: 'No test on record.',
  pending: 'The test was not read yet.',
  failed: 'The last test showed a reaction.',
  too_recent: 'The test is too short before the visit.',
  expired: 'The last test is out of date by then.',
};

/** What is missing before a service may be done, and whether that stops it. */
export function PatchTestNotes({
  warnings,
  clientId,
  business,
}: {
  warnings: readonly PatchTestWarning[];
  clientId: Uuid | null;
  business: BusinessRow;
}) {
  const formats = businessFormats(business);
  return (
    <div role="status" className="grid gap-2 empty:hidden">
      {warnings.map(({ service, problem, test, enforce }) => (
        <Notice
          key={service.id}
          tone={enforce === 'block' || problem === 'failed' ? 'danger' : 'warning'}
          title={`${service.name} needs a patch test`}
          live={false}
        >
          {WORDS[problem]}
          {test && ` ${test.product}, ${formats.date(test.performed_at)}.`}
          {service.patch_test_min_hours > 0 &&
            (problem === 'missing' || problem === 'too_recent') &&
            ` At least ${service.patch_test_min_hours} hours before.`}{' '}
          {clientId && (
            <Link
              className="font-medium underline underline-offset-2"
              to={pathTo('client', { clientId }, { test: 'new' })}
            >
              Add a test
            </Link>
          )}
        </Notice>
      ))}
    </div>
  );
}
