import { beforeAll, expect, test } from 'vitest';
import type { Row } from '#supabase/local/database/database.ts';
import { wish } from '../../salon.ts';
import { rpc } from '../../setup.ts';
import { functionRights, PRINCIPALS, type Principal } from '../read-rights.ts';
import { type Surface } from './open-surface.ts';

const FORM_KEY = 'a-form-that-everybody-may-fill-in';

/** Who may call what, and what refused callers learn. */
export const functions = (surface: Surface): void => {
  const { tried } = surface;

  const argumentsOf = async (principal: Principal) => {
    const { salon, memberships } = surface.cast;
    const sync = { business_id: salon.id, schema: 1 };
    const request = {
      items: [{ variant_id: salon.cut, staff_id: salon.ben, add_on_ids: [] }],
      starts_at: new Date(
        Math.ceil(Date.now() / 86_400_000 + 8) * 86_400_000 + 36_000_000,
      ).toISOString(),
      policy_version: 1,
      client: { first_name: 'Nia', email: 'nia@example.com', phone: '7185550111' },
    };
    return {
      sync_pull: { ...sync, client_id: crypto.randomUUID(), cursor: 0 },
      sync_window: { ...sync, window: {} },
      sync_digest: { business_id: salon.id },
      sync_push: { ...sync, client_id: crypto.randomUUID(), mutations: [] },
      appointment_history: { business_id: salon.id, appointment_id: salon.visit },
      appointment_messages: { business_id: salon.id, appointment_id: salon.visit },
      client_messages: { business_id: salon.id, client_id: salon.client },
      create_business: {
        request: { name: 'New', slug: `new-${principal.replace('_', '-')}`, time_zone: 'UTC' },
        op_id: crypto.randomUUID(),
      },
      invite_member: {
        business_id: salon.id,
        request: { email: 'x@example.com', role: 'assistant' },
      },
      accept_invitation: { token: 'invitation' },
      set_member_role: {
        business_id: salon.id,
        membership_id: memberships.assistant,
        role: 'front_desk',
      },
      set_member_status: {
        business_id: salon.id,
        membership_id: memberships.assistant,
        status: 'suspended',
      },
      withdraw_ownership: { business_id: salon.id },
      mute_mails: { business_id: salon.id, keys: ['staff_new'] },
      remove_member: { business_id: salon.id, membership_id: memberships.assistant },
      transfer_ownership: { business_id: salon.id, membership_id: memberships.manager },
      close_business: { business_id: salon.id, name: ` ${salon.slug.toUpperCase()} ` },
      reopen_business: { business_id: salon.id },
      my_closed_businesses: {},
      business_end: { business_id: salon.id },
      retention_preview: { business_id: salon.id, years: 3 },
      note_device: { device_id: crypto.randomUUID(), facts: { name: 'x' } },
      my_devices: {},
      forget_device: { device_id: crypto.randomUUID() },
      make_recovery_codes: {},
      my_recovery_codes: {},
      use_recovery_code: { code: 'ABCDE-FGHJK' },
      my_calendar_feed: { business_id: salon.id },
      make_calendar_feed: { business_id: salon.id, busy_only: true },
      end_calendar_feed: { business_id: salon.id },
      my_outside_calendars: { business_id: salon.id },
      my_pay: { business_id: salon.id },
      add_outside_calendar: {
        business_id: salon.id,
        name: 'Home',
        address: 'https://calendar.example/home.ics',
      },
      read_outside_calendar: { business_id: salon.id, calendar_id: crypto.randomUUID() },
      remove_outside_calendar: { business_id: salon.id, calendar_id: crypto.randomUUID() },
      calendar_feed: { token: 'calendar' },
      device_state: { device_id: crypto.randomUUID() },
      public_profile: { slug: salon.slug },
      public_availability: { slug: salon.slug, from_day: '2027-01-04', to_day: '2027-01-05' },
      public_sessions: { slug: salon.slug },
      hold_slot: { slug: salon.slug, request, hold_key: crypto.randomUUID() },
      release_hold: { slug: salon.slug, hold_key: crypto.randomUUID() },
      book: { slug: salon.slug, request, op_id: crypto.randomUUID() },
      start_payment: {
        slug: salon.slug,
        request: { ...request, hold_key: crypto.randomUUID() },
        op_id: crypto.randomUUID(),
      },
      start_gift_card: {
        slug: salon.slug,
        request: { amount_cents: 5000, buyer: { name: 'Ann', email: 'ann@example.com' } },
        op_id: crypto.randomUUID(),
      },
      payment_mode: { business_id: salon.id },
      fee_payment: { business_id: salon.id, appointment_id: salon.visit },
      charge_fee: {
        business_id: salon.id,
        appointment_id: salon.visit,
        op_id: crypto.randomUUID(),
      },
      ask_deposit: {
        business_id: salon.id,
        appointment_id: salon.visit,
        amount_cents: 2000,
        op_id: crypto.randomUUID(),
      },
      pay_deposit: { token: 'manage', op_id: crypto.randomUUID() },
      ask_sale_payment: {
        business_id: salon.id,
        sale_id: salon.rows.sales,
        op_id: crypto.randomUUID(),
      },
      sale_card: { business_id: salon.id, sale_id: salon.rows.sales },
      charge_sale: {
        business_id: salon.id,
        sale_id: salon.rows.sales,
        op_id: crypto.randomUUID(),
        agreed_cents: 5500,
      },
      bill_status: { token: 'nobody' },
      pay_bill: { token: 'nobody', op_id: crypto.randomUUID() },
      online_payments: { business_id: salon.id, appointment_id: salon.visit },
      ask_refund: {
        business_id: salon.id,
        payment_id: crypto.randomUUID(),
        amount_cents: 500,
        reason: 'A mistake',
        op_id: crypto.randomUUID(),
      },
      take_refund_back: { business_id: salon.id, payment_id: crypto.randomUUID() },
      begin_payment_account: { business_id: salon.id },
      billing_state: { business_id: salon.id },
      change_billing: { business_id: salon.id, change: { plan: 'team' } },
      begin_billing: { business_id: salon.id, plan: 'team' },
      note_billing: {
        provider: 'stripe',
        subscription: { id: 'sub_1', business_id: crypto.randomUUID(), status: 'active' },
        invoices: [],
      },
      note_billing_checkout: { key: crypto.randomUUID(), checkout_id: 'cs_1' },
      billing_due: {},
      note_payment_account: { provider: 'stripe', account_id: 'acct_1', state: 'ready' },
      note_mail_event: { mail_id: crypto.randomUUID(), event: 'delivered' },
      note_payment_dispute: {
        provider: 'stripe',
        dispute: { id: 'dp_1', payment_id: 'cs_1', state: 'open', amount_cents: 1500, reason: '' },
        payee: 'acct_1',
      },
      note_payment: { intent: crypto.randomUUID() },
      payment_of_op: { op_id: crypto.randomUUID() },
      take_payment_event: {
        provider: 'test',
        event_id: crypto.randomUUID(),
        kind: 'payment.updated',
        object_id: 'pi_1',
        payee: salon.id,
      },
      payments_due: {},
      provider_days_due: {},
      note_provider_day: {
        business_id: salon.id,
        payee: 'acct_1',
        on_day: '2027-01-04',
        said: [],
        is_final: true,
      },
      payouts_due: {},
      note_payouts: { business_id: salon.id, payee: 'acct_1', said: [] },
      note_payout_lines: {
        business_id: salon.id,
        payee: 'acct_1',
        payout_id: 'po_1',
        said: [],
        is_final: true,
      },
      payment_findings: { business_id: salon.id },
      payouts: { business_id: salon.id },
      payout_lines: { business_id: salon.id, payee: 'acct_1', payout_id: 'po_1' },
      offer_membership: {
        business_id: salon.id,
        client_id: salon.client,
        package_id: salon.rows.packages,
        op_id: crypto.randomUUID(),
      },
      membership_link: {
        business_id: salon.id,
        membership_id: salon.rows.client_memberships,
        op_id: crypto.randomUUID(),
      },
      change_membership: {
        business_id: salon.id,
        membership_id: salon.rows.client_memberships,
        change: 'pause',
      },
      membership_status: { token: 'nobody' },
      start_membership_page: { token: 'nobody', what: 'pay', op_id: crypto.randomUUID() },
      cancel_membership: { token: 'nobody' },
      booking_status: { token: 'manage' },
      confirm_booking: { token: 'manage' },
      unsubscribe: { token: 'nobody' },
      cancel_booking: { token: 'manage', op_id: crypto.randomUUID() },
      reschedule_booking: {
        token: 'manage',
        starts_at: request.starts_at,
        op_id: crypto.randomUUID(),
      },
      join_waitlist: {
        slug: salon.slug,
        request: { ...request, windows: wish(salon.cut).windows },
        op_id: crypto.randomUUID(),
      },
      waitlist_status: { token: 'waiting' },
      leave_waitlist: { token: 'waiting', op_id: crypto.randomUUID() },
      ask_client_code: { slug: salon.slug, email: 'nobody@example.com' },
      use_client_code: { slug: salon.slug, email: 'nobody@example.com', code: '000000' },
      change_waitlist: {
        token: 'waiting',
        windows: wish(salon.cut).windows,
        note: null,
        op_id: crypto.randomUUID(),
      },
      answer_offer: {
        token: 'waiting',
        answer: { offer_id: crypto.randomUUID(), accept: true },
        op_id: crypto.randomUUID(),
      },
      offer_viewed: { token: 'waiting', offer_id: crypto.randomUUID() },
      offer_time: {
        business_id: salon.id,
        entry_id: salon.rows.waitlist_entries,
        starts_at: request.starts_at,
      },
      withdraw_offer: { business_id: salon.id, offer_id: crypto.randomUUID() },
      lease_gift_card: {
        business_id: salon.id,
        client_id: crypto.randomUUID(),
        lease_id: crypto.randomUUID(),
        card_id: salon.rows.gift_cards,
        amount_cents: 500,
        held: 'checkout',
      },
      gift_card_delivery: { business_id: salon.id, card_id: salon.rows.gift_cards },
      send_gift_card: {
        business_id: salon.id,
        card_id: salon.rows.gift_cards,
        code: '0000-0000-0000',
        recipient: { name: 'Bea', email: 'bea@example.com' },
        message: null,
        deliver_on: null,
      },
      gift_card_balance: { slug: salon.slug, code: '0000-0000-0000' },
      keep_gift_card: {
        slug: salon.slug,
        request: { ...request, hold_key: crypto.randomUUID() },
        code: '0000-0000-0000',
      },
      public_form: { key: FORM_KEY },
      form_opened: { key: FORM_KEY, token: 'nobody' },
      submit_form: {
        key: FORM_KEY,
        version: 1,
        answers: { q1: 'Latex' },
        op_id: crypto.randomUUID(),
      },
      offer_form_file: { key: FORM_KEY, version: 1, field: 'q1', file: {} },
      form_file_of_upload: { upload: 'nobody' },
    } satisfies Record<string, Record<string, unknown>>;
  };

  beforeAll(async () => {
    await surface.db.sql(
      `insert into private.invitations (token_hash, business_id, membership_id, expires_at)
       values (private.token_hash('invitation'), $1, $2, now() + interval '1 day')`,
      [surface.cast.salon.id, surface.cast.memberships.invited],
    );
    await surface.db.sql(`select private.add_manage_token($1, $2, 'manage', now())`, [
      surface.cast.salon.id,
      surface.cast.salon.visit,
    ]);
    await surface.db.sql(
      `insert into private.calendar_feeds (staff_id, business_id, token_hash, busy_only)
       select s.id, s.business_id, private.token_hash('calendar'), false from public.staff s
       where s.business_id = $1 and s.membership_id is not null limit 1`,
      [surface.cast.salon.id],
    );
    await surface.db.sql(
      `update public.forms set status = 'published', public_link_on = true, public_key = $1
       where id = $2`,
      [FORM_KEY, surface.cast.salon.rows.forms],
    );
    await surface.db.sql(
      `select private.add_waitlist_token(e, 'waiting') from public.waitlist_entries e where e.id = $1`,
      [surface.cast.salon.rows.waitlist_entries],
    );
  });

  test.each(functionRights().map((line) => [line.name, line.answers] as const))(
    '%s answers each of them as the table says',
    async (name, answers) => {
      const got: Record<string, string> = {};
      for (const principal of PRINCIPALS) {
        const args = (await argumentsOf(principal)) as Record<string, Record<string, unknown>>;
        const answer = await tried(principal, (db) =>
          rpc(db, surface.cast.callers[principal], name, args[name]!),
        );
        got[principal] =
          typeof answer === 'string'
            ? answer === '42501'
              ? '!'
              : answer
            : answer['ok']
              ? 'ok'
              : String(answer['code']);
      }
      expect(got).toEqual(answers);
    },
  );

  test('no answer without signing in explains itself with details of the database', async () => {
    const args = (await argumentsOf('anon')) as Record<string, Record<string, unknown>>;
    for (const { name } of functionRights().filter(({ answers }) => answers.anon !== '!')) {
      for (const wrong of [
        {},
        { slug: "'; --", token: '\\', request: 5, starts_at: null, op_id: null },
      ]) {
        const merged = Object.fromEntries(
          Object.entries(args[name]!).map(([key, value]) => [
            key,
            key in wrong ? (wrong as Row)[key] : value,
          ]),
        );
        const answer = await tried('anon', (db) =>
          rpc(db, surface.cast.callers.anon, name, merged),
        );
        expect(JSON.stringify(answer)).not.toMatch(/detail|hint|constraint|relation|SQLSTATE/i);
      }
    }
  });
};
