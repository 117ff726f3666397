import { pathTo } from '#app/paths.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import { FlaskConical } from 'lucide-react';

/** What works with the server is left out of a made-up day: it would be real. */
export function NotInTrialScreen() {
  return (
    <Page title="Not in the made-up day">
      <EmptyState
        icon={FlaskConical}
        title="This part would be real"
        action={
          <LinkButton to={pathTo('calendar')} variant="primary">
            Back to the calendar
          </LinkButton>
        }
      >
        The made-up day has the calendar, clients, services, checkout and figures. End it to come
        here with your own data.
      </EmptyState>
    </Page>
  );
}
