import { businessSettings, myAccess } from '#db/queries/business.ts';
import { staffList } from '#db/queries/staff.ts';
import { absencesFrom } from '#db/queries/time-off.ts';
import { serviceTree } from '#db/queries/services.ts';
import type { DaybookDb } from '#db/open.ts';
import { useQuery } from '#db/use-query.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { Page } from '#ui/page.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { StaffBoard } from './staff-board.tsx';

/** Who works here, when, and what they do. */
export function StaffScreen() {
  const team = useQuery(readTeam, []);
  const tree = useQuery(serviceTree, []);
  const access = useQuery(myAccess, []);
  if (team === undefined || !tree || !access) return null;
  if (team === null) {
    return (
      <Page title="Staff">
        <SkeletonList rows={4} label="Your team is being loaded" />
      </Page>
    );
  }
  return <StaffBoard {...team} tree={tree} access={access} />;
}

const readTeam = async (db: DaybookDb) => {
  const settings = await businessSettings(db);
  if (!settings) return null;
  const { business } = settings;
  const today = wallAt(business.time_zone, db.now()).day;
  const people = await staffList(db, today, { archived: true });
  const absences = await absencesFrom(db, today, business.time_zone);
  // Of others only who manages the team has received any.
  const contacts = new Map((await db.rows('staff_contacts').toArray()).map((one) => [one.id, one]));
  return { business, today, people, absences, contacts };
};
