import { businessSettings, myAccess } from '#db/queries/business.ts';
import { useQuery } from '#db/use-query.ts';
import { Page } from '#ui/page.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { DayBoard } from './day-board.tsx';

/** Today at a glance: what is now, what is next, what waits for an answer. */
export function DashboardScreen() {
  const settings = useQuery(async (db) => (await businessSettings(db)) ?? null, []);
  const access = useQuery(myAccess, []);
  if (settings === undefined || !access) return null;
  if (settings === null) {
    return (
      <Page title="Today">
        <SkeletonList rows={6} label="Your day is being loaded" />
      </Page>
    );
  }
  return <DayBoard business={settings.business} access={access} />;
}
