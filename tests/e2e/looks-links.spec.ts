import type { WaitStatus } from '#remote/public-waitlist.ts';
import type { BookingStatus } from '#remote/public-manage.ts';
import {
  VISITOR,
  chooseServiceAndStaff,
  expectConfirmed,
  fillDetails,
  laterTime,
} from '#tests/harness/booking-page.ts';
import { changeAnswers, keepAnswers } from '#tests/harness/changed-answers.ts';
import { DEMO, expect } from '#tests/harness/e2e.ts';
import { testLooks } from '#tests/harness/looks.ts';

type Appointment = BookingStatus['appointment'];

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** What the page behind the link of a visit says of it. */
const MANAGED: readonly {
  screen: string;
  title: string;
  /** Of the link to the view that is looked at as well. */
  then?: string;
  status?: Partial<BookingStatus>;
  appointment?: (own: Appointment) => Partial<Appointment>;
}[] = [
  {
    screen: 'manage-requested',
    title: 'Your request',
    status: { can_reschedule: false },
    appointment: () => ({ status: 'pending' }),
    then: 'Withdraw the request',
  },
  {
    screen: 'manage-too-late',
    title: 'Your appointment',
    status: {
      can_cancel: false,
      cancel_refusal: 'too_late',
      can_reschedule: false,
      reschedule_refusal: 'too_late',
    },
  },
  {
    screen: 'manage-costs',
    title: 'Your appointment',
    status: {
      cancel_fee: 2400,
      deposit: { paid: 1440, back: 0 },
      fees: { late_cancel: 2400, no_show: 4800, free_until: inDays(-2), owed: 0 },
    },
    then: 'Cancel it',
  },
  {
    screen: 'manage-cancelled',
    title: 'This appointment is cancelled',
    status: {
      deposit: { paid: 1440, back: 1440 },
      fees: { late_cancel: 2400, no_show: 4800, free_until: inDays(-2), owed: 2400 },
    },
    appointment: () => ({ status: 'cancelled' }),
  },
  {
    screen: 'manage-deposit-asked',
    title: 'Your appointment',
    status: { asked: 1440, asked_until: inDays(2) },
  },
  {
    screen: 'manage-group',
    title: 'Your appointment',
    status: {
      deposit: { paid: 1440, back: 1440 },
      people: [
        { person: 0, cancel_refusal: null, cancel_fee: 0 },
        { person: 1, cancel_refusal: null, cancel_fee: 2400 },
        { person: 2, cancel_refusal: 'already_cancelled', cancel_fee: 0 },
      ],
    },
    appointment: ({ id, starts_at, ends_at, segments, total }) => ({
      guests: ['Maximiliana Konstantina', 'Tom'].map((first_name, at) => ({
        id: `${id.slice(0, -1)}${at}`,
        status: at === 0 ? 'booked' : 'cancelled',
        first_name,
        starts_at,
        ends_at,
        segments,
        total,
      })),
    }),
    then: 'Cancel for Maximiliana Konstantina only',
  },
];

testLooks(
  'the link of a visit',
  async ({ page, size, see }) => {
    await chooseServiceAndStaff(page, { service: 'Dry cut', staff: 'Jonah Reyes' });
    await (await laterTime(page)).click();
    await fillDetails(page, { ...VISITOR, email: `link-${size}@example.com` });
    await page.getByRole('button', { name: 'Book now' }).click();
    await expectConfirmed(page);
    await page.getByRole('link', { name: 'Change or cancel' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your appointment' })).toBeVisible();
    const link = page.url();

    for (const { screen, title, then, status, appointment } of MANAGED) {
      await changeAnswers<BookingStatus>(page, 'booking_status', (own) => ({
        ...own,
        ...status,
        appointment: { ...own.appointment, ...appointment?.(own.appointment) },
      }));
      await page.goto(link);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await see(screen);
      if (then === undefined) continue;
      await page.getByRole('link', { name: then }).click();
      await expect(page.getByRole('heading', { level: 1, name: /\?$/ })).toBeVisible();
      await see(`${screen}-cancel`);
    }
    await keepAnswers(page, 'booking_status');
    await page.goto('/cancel-appointment?token=unknown');
    const dead = page.getByRole('heading', { level: 1, name: 'This link does not work any more' });
    await expect(dead).toBeVisible();
    await see('link-dead');
    await page.route(/booking_status$/, (route) => route.abort());
    await page.goto(link);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await see('link-failed');
  },
  { isColumn: true },
);

testLooks(
  'the link of a place on the waitlist',
  async ({ page, size, see }) => {
    await chooseServiceAndStaff(page, { service: 'Dry cut', staff: 'Jonah Reyes' });
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await page.getByLabel('Time of day').first().selectOption({ index: 2 });
    await page.getByLabel('First name').fill(VISITOR.first);
    await page.getByLabel('Email', { exact: true }).fill(`wait-${size}@example.com`);
    await page.getByLabel('Phone').fill(VISITOR.phone);
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await expect(page.getByRole('heading', { name: 'You’re on the waitlist' })).toBeVisible();
    const link = page.url();
    await page.getByRole('button', { name: 'Change when I can come' }).click();
    await expect(page.getByRole('form', { name: 'When you can come' })).toBeVisible();
    await see('waitlist-change');
    await page.getByRole('button', { name: 'Keep it as it is' }).click();
    await page.getByRole('button', { name: 'Leave the waitlist' }).click();
    await see('waitlist-leave');

    const open: NonNullable<WaitStatus['offer']> = {
      id: '00000000-0000-4000-8000-000000000001',
      starts_at: inDays(5),
      ends_at: inDays(5.02),
      expires_at: inDays(1),
      state: 'sent',
      staff_names: ['Jonah Reyes'],
    };
    const show = async (title: string, change: (own: WaitStatus) => Partial<WaitStatus>) => {
      await changeAnswers<WaitStatus>(page, 'waitlist_status', (own) => ({
        ...own,
        ...change(own),
      }));
      await page.goto(link);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    };
    await show('A time came free for you', ({ entry }) => ({
      entry: { ...entry, state: 'offered' },
      offer: {
        ...open,
        terms: {
          prices: [{ kind: 'fixed', cents: 4800 }],
          policy: { version: 1, body: 'Please come on time.' },
          fee_terms: {
            late_cancel: { percent: 50 },
            no_show: null,
            grace_min: 0,
            notice_min: 1440,
          },
          fees: { late_cancel: 2400, no_show: 4800, free_until: inDays(4) },
          deposit: 1440,
          cancel_until: inDays(4),
        },
      },
    }));
    await see('waitlist-offered');
    await show('You’re on the waitlist', () => ({ offer: { ...open, state: 'superseded' } }));
    await expect(page.getByText('You are still on the list.')).toBeVisible();
    await see('waitlist-offer-gone');
    await show('A time was found for you', ({ entry }) => ({
      entry: { ...entry, state: 'booked' },
    }));
    await see('waitlist-booked');
    // The answers that are changed would come without a connection as well.
    await keepAnswers(page, 'waitlist_status');
    await page.context().setOffline(true);
    await expect(page.getByText('This is how it was when this page was last open.')).toBeVisible();
    await see('waitlist-offline');
    await page.context().setOffline(false);
    await page.goto(`/book/${DEMO.slug}/waitlist-confirmation?token=unknown`);
    await expect(page.getByRole('link', { name: 'See free times' })).toBeVisible();
    await see('waitlist-link-dead');
  },
  { isColumn: true },
);
