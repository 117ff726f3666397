import type { DaybookDb } from '#db/open.ts';
import { businessSettings, myAccess } from '#db/queries/business.ts';
import { serviceTree } from '#db/queries/services.ts';
import { staffList } from '#db/queries/staff.ts';
import type { StaffView } from '#db/queries/staff.ts';
import type { BusinessRow, Day } from '#domain/rows.ts';
import { wallAt } from '#domain/time/clock-text.ts';

/** A new business as far as it is there. */
export type Beginning = {
  business: BusinessRow;
  today: Day;
  /** The owner in the team. */
  person: StaffView;
  serviceCount: number;
};

export const readBeginning = async (db: DaybookDb): Promise<Beginning | null> => {
  const settings = await businessSettings(db);
  if (!settings) return null;
  const { business } = settings;
  const today = wallAt(business.time_zone, db.now()).day;
  const [people, access, tree] = await Promise.all([
    staffList(db, today),
    myAccess(db),
    serviceTree(db),
  ]);
  // The owner's record comes with the business; wait for it rather than ask about nobody.
  const person = people.find(({ staff }) => staff.id === access.staffId) ?? people[0];
  if (!person) return null;
  const serviceCount = tree.flatMap(({ services }) => services).length;
  return { business, today, person, serviceCount };
};
