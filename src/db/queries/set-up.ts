import { asksDeposits } from '#domain/services/deposit.ts';
import type { DaybookDb } from '../open.ts';
import { lastOnlineBooking } from './appointments.ts';

/** What makes a new business whole, in the order in which it is asked about. */
export const SET_UP_STEPS = ['hours', 'menu', 'picture', 'fees', 'team', 'online'] as const;
export type SetUpStep = (typeof SET_UP_STEPS)[number];

/** What is there already; each is read off the rows, nobody ticks it. */
export const setUpDone = async (db: DaybookDb): Promise<ReadonlySet<SetUpStep>> => {
  const [business, rules, patterns, services, staff, booked] = await Promise.all([
    db.rows('businesses').get(db.businessId),
    db.rows('booking_rules').get(db.businessId),
    db.rows('work_patterns').count(),
    db.rows('services').toArray(),
    db.rows('staff').toArray(),
    lastOnlineBooking(db),
  ]);
  const team = staff.filter(({ status }) => status === 'active');
  const fees = rules?.fee_terms;
  const done: Record<SetUpStep, boolean> = {
    hours: patterns > 0,
    menu: services.some(({ status }) => status === 'active'),
    picture:
      Boolean(business?.logo_path) ||
      services.some(({ image_path }) => image_path) ||
      team.some(({ photo_path }) => photo_path),
    fees: Boolean(fees?.late_cancel ?? fees?.no_show) || asksDeposits(rules),
    team: team.length > 1,
    online: Boolean(booked),
  };
  return new Set(SET_UP_STEPS.filter((step) => done[step]));
};
