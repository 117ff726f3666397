import { setWorkPattern } from '#db/commands/hours.ts';
import { editStaff } from '#db/commands/staff.ts';
import { addMenu } from '#db/commands/starter-menu.ts';
import type { DaybookDb } from '#db/open.ts';
import type { StaffView } from '#db/queries/staff.ts';
import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Day } from '#domain/rows.ts';
import { starterMenu } from '#domain/services/starter-menu.ts';
import type { Submitted } from '#ui/use-form.ts';
import { menuChoices } from './menu-form.ts';
import type { MenuAnswers } from './menu-form.ts';
import { weekOf } from './simple-week.ts';
import type { HoursAnswers } from './simple-week.ts';

/** Writes who somebody is and when they work; of both only what they have changed. */
export const saveHours = async (
  db: DaybookDb,
  { person: { staff, pattern }, today }: { person: StaffView; today: Day },
  { changed, values }: Pick<Submitted<HoursAnswers>, 'changed' | 'values'>,
): Promise<Result<unknown>> => {
  const { display_name, ...hours } = changed;
  if (display_name !== undefined) {
    const named = await editStaff(db, staff.id, { display_name });
    if (!named.ok) return named;
  }
  if (Object.keys(hours).length === 0 && pattern) return ok(null);
  return setWorkPattern(db, {
    staff_id: staff.id,
    // The hours of the beginning are replaced, not followed by others.
    valid_from: pattern?.valid_from ?? today,
    weeks: [weekOf(values)],
  });
};

export const saveMenu = async (
  db: DaybookDb,
  { trade, offers }: MenuAnswers,
): Promise<Result<unknown>> => {
  const choices = menuChoices(starterMenu(trade), offers);
  return choices.length > 0 ? addMenu(db, choices) : ok(null);
};
