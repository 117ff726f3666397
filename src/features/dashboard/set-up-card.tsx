import { patterns } from '#app/paths.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';

/** Leads back to the questions of the beginning until they are answered. */
export function SetUpCard({ business, mayEdit }: { business: BusinessRow; mayEdit: boolean }) {
  if (business.onboarding_state === 'done' || !mayEdit) return null;
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
