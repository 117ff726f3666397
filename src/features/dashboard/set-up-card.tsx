import { patterns } from '#app/paths.ts';
import { useDb } from '#db/use-query.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { lazyExtra } from '#ui/lazy-part.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Suspense } from 'react';

const CheckList = lazyExtra(async () => (await import('./check-list.tsx')).CheckList);

/** Whoever has worked for so long has what they need. */
const NEW_DAYS = 60;

/** Leads back to the questions of the beginning until they are answered, then to what is left. */
export function SetUpCard({ business, mayEdit }: { business: BusinessRow; mayEdit: boolean }) {
  const db = useDb();
  if (!mayEdit) return null;
  if (business.onboarding_state === 'done') {
    const isNew = db.nowMs() - Date.parse(business.created_at) < NEW_DAYS * 86_400_000;
    return (
      isNew && (
        <Suspense>
          <CheckList />
        </Suspense>
      )
    );
  }
  return (
    <Notice
      title="A few steps to your first booking"
      action={
        <LinkButton to={patterns.onboarding} size="sm">
          Go on
        </LinkButton>
      }
    >
      Hours, a menu, and the link for your clients.
    </Notice>
  );
}
