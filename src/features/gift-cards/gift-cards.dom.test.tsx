// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { giftCards } from '#db/queries/gift-cards.ts';
import { readGiftCode } from '#domain/checkout/gift-code.ts';
import type { GiftCardPost, GiftCardServer, GiftDelivery } from '#domain/checkout/gift-server.ts';
import { must } from '#domain/errors/assert.ts';
import { fail, ok } from '#domain/errors/result.ts';
import { CheckoutScreen } from '#features/checkout/checkout-screen.tsx';
import { SaleScreen } from '#features/checkout/sale-screen.tsx';
import { openSalon } from '#tests/fixtures/salon.ts';
import { showCheckout } from '#tests/setup/checkout.tsx';
import { place, renderScreen } from '#tests/setup/screen.tsx';
import { GiftCardsScreen } from './gift-cards-screen.tsx';

/** Keeps nothing: a card that this device has just sold is used here without asking. */
const lease = vi.fn<GiftCardServer['lease']>();
const server: GiftCardServer = { lease };
const NONE: GiftDelivery = { state: 'none', to: null, message: null, deliver_on: null };
const delivery = vi.fn<GiftCardPost['delivery']>();
const send = vi.fn<GiftCardPost['send']>();
const post: GiftCardPost = { delivery, send };

let db: DaybookDb;
beforeEach(async () => {
  sessionStorage.clear();
  lease.mockReset();
  lease.mockResolvedValue(fail('offline'));
  delivery.mockReset();
  delivery.mockResolvedValue(ok({ delivery: NONE }));
  send.mockReset();
  db = await openSalon();
});

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const show = async (at: string, path: string, element: ReactElement) => {
  cleanup();
  renderScreen(db, { path, at, screen: element });
  await screen.findByRole('heading', { level: 1 });
};
const checkout = (at = '/checkout') =>
  show(at, '/checkout', <CheckoutScreen clientPicker={() => null} giftServer={server} />);
const cards = (at = '/gift-cards') =>
  show(at, '/gift-cards', <GiftCardsScreen server={server} post={post} />);
const onlyCard = async () => (await giftCards(db))!.views[0]!;
/** One of 25.00, paid. */
const sell25 = async () => {
  await checkout('/checkout?sell=gift_card');
  const sheet = within(await screen.findByRole('dialog', { name: 'Gift card' }));
  await userEvent.click(sheet.getByRole('button', { name: '$25.00' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Add' }));
  await press(/^Complete sale · \$25\.00/);
  await waitFor(async () => expect((await giftCards(db))!.views).toHaveLength(1));
  return (await onlyCard()).card;
};

test('a card is sold, shown with its code, used in part at the checkout, and blocked', async () => {
  await cards();
  expect(await screen.findByText('No gift cards yet')).toBeTruthy();

  await checkout('/checkout?sell=gift_card');
  const sheet = within(await screen.findByRole('dialog', { name: 'Gift card' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Add' }));
  expect(await sheet.findByText('Enter $5.00 to $1,000.00.')).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: '$50.00' }));
  await userEvent.type(sheet.getByLabelText(/^For/), 'Bea');
  await userEvent.click(sheet.getByRole('button', { name: 'Add' }));
  // Nobody buys a card with a card, or later.
  const payment = within(await screen.findByRole('region', { name: 'Payment' }));
  expect(payment.queryByRole('button', { name: 'Gift card' })).toBeNull();
  expect(payment.queryByRole('button', { name: 'Card, to be collected' })).toBeNull();
  await press(/^Complete sale · \$50\.00/);
  await waitFor(() => expect(place()).toMatch(/^\/checkout\/success\?sale=/));
  const { card } = await onlyCard();

  await show(place(), '/checkout/success', <SaleScreen />);
  expect(
    (await screen.findByRole('link', { name: /^Show the gift card/ })).getAttribute('href'),
  ).toBe(`/gift-cards?card=${card.id}`);
  await cards(`/gift-cards?card=${card.id}`);
  const code = (await screen.findByLabelText('Code of the gift card')).textContent!;
  expect(code).toMatch(/^(\w{4}-){2}\w{4}$/);
  expect(screen.getByText(/for Bea/, { selector: 'p' })).toBeTruthy();

  await checkout();
  await press('Add another item');
  const item = within(await screen.findByRole('dialog'));
  await userEvent.type(item.getByLabelText('Name'), 'Wax');
  await userEvent.type(item.getByLabelText('Price of one'), '80');
  await userEvent.click(item.getByRole('button', { name: 'Add' }));
  await press('Gift card');
  const typed = await screen.findByLabelText('Code');
  await userEvent.type(typed, `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`);
  await press('Use gift card');
  expect(await screen.findByText(/not the code of a gift card/)).toBeTruthy();
  await userEvent.clear(typed);
  await userEvent.type(typed, code.toLowerCase());
  await press('Use gift card');
  // As much as is on it; the rest is paid another way.
  expect(await screen.findByText(`Gift card ${card.code_last4}`)).toBeTruthy();
  await press(/^Complete sale · \$30\.00/);
  await waitFor(() => expect(place()).toMatch(/^\/checkout\/success\?sale=/));
  expect(await onlyCard()).toMatchObject({ balance_cents: 0, state: 'empty' });
});

test('a card is looked for by its code, blocked and opened again', async () => {
  const card = await sell25();
  await cards();
  expect(await screen.findByText('$25.00 not used yet')).toBeTruthy();
  const search = screen.getByLabelText('Search gift cards');
  await userEvent.type(search, 'nobody');
  expect(await screen.findByText('No gift card found')).toBeTruthy();
  await userEvent.clear(search);
  await userEvent.type(search, card.code_last4.toLowerCase());
  await press(new RegExp(`…${card.code_last4}`));
  await press('Block this card');
  expect(document.activeElement).toBe(await screen.findByLabelText('Reason'));
  await press('Block');
  expect(await screen.findByText('Please fill this in.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Reason'), 'Lost');
  await press('Block');
  await waitFor(async () => expect((await onlyCard()).state).toBe('blocked'));
  await press('Open it again');
  await waitFor(async () => expect((await onlyCard()).state).toBe('pending'));
});

test('a card is corrected with a reason, and used longer than was said', async () => {
  await db.rows('businesses').update(db.businessId, { country_code: 'CA', gift_card_years: 1 });
  const card = await sell25();
  await cards(`/gift-cards?card=${card.id}`);
  await press('Correct the amount');
  await press('Correct');
  expect(await screen.findAllByText('Please fill this in.')).not.toHaveLength(0);
  await userEvent.click(screen.getByRole('radio', { name: /^Less belongs on it/ }));
  await userEvent.type(screen.getByLabelText('By how much'), '30');
  await userEvent.type(screen.getByLabelText('Reason'), 'Printed twice');
  await press('Correct');
  expect(await screen.findByText(/There is not so much on this gift card/)).toBeTruthy();
  await userEvent.clear(screen.getByLabelText('By how much'));
  await userEvent.type(screen.getByLabelText('By how much'), '5');
  await press('Correct');
  expect(await screen.findByText('Corrected, less on it')).toBeTruthy();
  expect(screen.getByText(/Printed twice/)).toBeTruthy();
  expect(await onlyCard()).toMatchObject({ balance_cents: 2000 });

  await press('Let it be used longer');
  await userEvent.click(screen.getByRole('checkbox', { name: 'It never expires' }));
  await press('Save');
  await waitFor(async () => expect((await onlyCard()).card.expires_on).toBeNull());
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Let it be used longer' })).toBeNull(),
  );
});

test('a card that is sold is on paper with its code and where to look what is left', async () => {
  const card = await sell25();
  await cards(`/gift-cards?card=${card.id}`);
  const code = (await screen.findByLabelText('Code of the gift card')).textContent!;
  const paper = within(screen.getByLabelText('Gift card on paper'));
  expect(paper.getByText(code)).toBeTruthy();
  expect(paper.getByText('$25.00')).toBeTruthy();
  expect(paper.getByLabelText('QR code of this card')).toBeTruthy();
  const sheet = within(screen.getByRole('dialog', { name: 'Gift card' }));
  expect(sheet.queryByLabelText('QR code of this card')).toBeNull();
  await press('Show the QR code');
  expect(sheet.getByLabelText('QR code of this card')).toBeTruthy();
});

test('a device that has written nothing yet has a name when it asks to keep a card', async () => {
  const card = await sell25();
  // As on another device: the card came by sync, and nothing was written there.
  await db.rows('gift_cards').update(card.id, { rev: 7 });
  await db.rows('gift_activities').where('card_id').equals(card.id).modify({ rev: 7 });
  await db.meta.delete('device');

  await cards(`/gift-cards?card=${card.id}`);
  await press('Keep on this device');
  await waitFor(() => expect(lease).toHaveBeenCalled());
  const known = must(await db.meta.get('device'), 'a name');
  expect(lease.mock.calls[0]![1].deviceId).toBe(known.key === 'device' && known.client_id);
});

test('a card is mailed on a day, and that is changed until it has gone', async () => {
  const card = await sell25();
  // The server has heard of it.
  await db.rows('gift_cards').update(card.id, { rev: 7 });
  await cards(`/gift-cards?card=${card.id}`);
  const code = readGiftCode((await screen.findByLabelText('Code of the gift card')).textContent!);
  await press('Send by mail');
  await press('Send');
  expect(await screen.findByText('Please enter an email address.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  expect(send).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText('Name'), 'Bea');
  await userEvent.type(screen.getByLabelText('Email'), 'bea@example.com');
  fireEvent.change(screen.getByLabelText(/^Send it on/), { target: { value: '2020-01-01' } });
  send.mockResolvedValueOnce(fail('invalid', { field: 'deliver_on' }));
  await press('Send');
  expect(await screen.findByText('Choose a day from today on, within a year')).toBeTruthy();

  const to = { name: 'Bea', email: 'bea@example.com' };
  const queued: GiftDelivery = { state: 'queued', to, message: null, deliver_on: '2027-12-24' };
  send.mockResolvedValueOnce(ok({ delivery: queued }));
  fireEvent.change(screen.getByLabelText(/^Send it on/), { target: { value: '2027-12-24' } });
  await press('Send');
  expect(await screen.findByText(/^Goes to bea@example\.com on December 24, 2027/)).toBeTruthy();
  expect(send).toHaveBeenLastCalledWith(db.businessId, {
    cardId: card.id,
    code,
    to,
    message: null,
    deliver_on: '2027-12-24',
  });
  await press('Change');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('bea@example.com');
  await press('Cancel');
  send.mockResolvedValueOnce(ok({ delivery: NONE }));
  await press('Do not send it');
  expect(await screen.findByText('It was not sent by mail.')).toBeTruthy();
  expect(send.mock.lastCall![1]).toMatchObject({ to: null });
});

test('what is typed about the mail of a card stays when the connection goes', async () => {
  const card = await sell25();
  await db.rows('gift_cards').update(card.id, { rev: 7 });
  await cards(`/gift-cards?card=${card.id}`);
  await press('Send by mail');
  await userEvent.type(screen.getByLabelText('Name'), 'Bea');
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  const keep = screen.getByRole('button', { name: 'Keep on this device' });
  await waitFor(() => expect(keep).toHaveProperty('disabled', true));
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Bea');
  online.mockRestore();
});

const sellWax = async () => {
  await press('Add another item');
  const item = within(await screen.findByRole('dialog'));
  await userEvent.type(item.getByLabelText('Name'), 'Wax');
  await userEvent.type(item.getByLabelText('Price of one'), '10');
  await userEvent.click(item.getByRole('button', { name: 'Add' }));
  await press('Gift card');
};

test('a card of the client pays with one press', async () => {
  const card = await sell25();
  await db.rows('gift_cards').update(card.id, { purchaser_client_id: 'ann' });
  await checkout('/checkout?client=ann');
  await sellWax();
  await press(`Use …${card.code_last4}, $25.00 left`);
  await waitFor(async () => expect(await onlyCard()).toMatchObject({ balance_cents: 1500 }));
});

test('a card is scanned at the till: its QR code is an address with the code', async () => {
  const card = await sell25();
  await cards(`/gift-cards?card=${card.id}`);
  const code = (await screen.findByLabelText('Code of the gift card')).textContent!;
  await checkout();
  await sellWax();
  await screen.findByLabelText('Code');
  await userEvent.keyboard(`https://daybook.example/book/salon/gift-card?check=#${code}{Enter}`);
  await waitFor(async () => expect(await onlyCard()).toMatchObject({ balance_cents: 1500 }));
});

test('a card that is over says so, and who can help', async () => {
  const card = await sell25();
  await cards(`/gift-cards?card=${card.id}`);
  const code = (await screen.findByLabelText('Code of the gift card')).textContent!;
  await db.rows('gift_cards').update(card.id, { expires_on: '2026-11-23' });
  await checkout();
  await sellWax();
  await userEvent.type(await screen.findByLabelText('Code'), code);
  await press('Use gift card');
  expect(await screen.findByText(/^This card could be used until November 23, 2026/)).toBeTruthy();
});

test('what was on all cards on a day is shown, and before the first one it was nothing', async () => {
  await sell25();
  await cards();
  await press('What was on cards on a day');
  const sheet = within(await screen.findByRole('dialog', { name: 'What is on gift cards' }));
  expect(await sheet.findByText('$25.00 sold')).toBeTruthy();
  expect(sheet.getByRole('button', { name: 'CSV' })).toBeTruthy();
  const day = sheet.getByLabelText('At the end of');
  fireEvent.change(day, { target: { value: '2026-11-23' } });
  expect(await sheet.findByText('No gift cards by then')).toBeTruthy();
  expect(sheet.queryByRole('list')).toBeNull();
  fireEvent.change(day, { target: { value: '' } });
  expect(await sheet.findByText('Choose a day.')).toBeTruthy();
});

test('a card that is kept for a visit pays it with one press, without asking the server', async () => {
  const card = await sell25();
  const [visit] = await db.rows('appointments').toArray();
  const [row] = await db.rows('gift_activities').toArray();
  cleanup();
  await db.rows('gift_activities').put({
    ...must(row, 'its activation'),
    id: 'kept',
    kind: 'lease',
    amount_cents: 0,
    sale_id: null,
    device_id: db.businessId,
    held_cents: 2000,
    held_until: '2026-12-24T12:00:00+00:00',
    appointment_id: must(visit, 'a visit').id,
  });
  await showCheckout(db, `/checkout/${visit!.id}`);
  expect(await screen.findByText('A gift card is kept for this visit')).toBeTruthy();
  await press('Use it');
  await press(`Use …${card.code_last4}, $20.00 kept for this visit`);
  expect(await screen.findByText(`Gift card ${card.code_last4}`)).toBeTruthy();
  expect(lease).not.toHaveBeenCalled();
});

test('a card that pays a part already is not offered a second time', async () => {
  const card = await sell25();
  const [row] = await db.rows('gift_activities').toArray();
  const activation = must(row, 'its activation');
  cleanup();
  await db.rows('gift_cards').put({ ...card, id: 'other', code_hash: 'other', code_last4: 'ZZZZ' });
  await db.rows('gift_activities').put({ ...activation, id: 'other-on', card_id: 'other' });
  for (const card_id of [card.id, 'other']) {
    await db.rows('gift_activities').put({
      ...activation,
      id: `kept-${card_id}`,
      card_id,
      kind: 'lease',
      amount_cents: 0,
      sale_id: null,
      device_id: db.businessId,
      held_cents: 1000,
      held_until: '2026-12-24T12:00:00+00:00',
      appointment_id: 'visit',
    });
  }
  await showCheckout(db, '/checkout/visit');
  const kept = (last4: string): string => `Use …${last4}, $10.00 kept for this visit`;
  await press('Use it');
  await press(kept(card.code_last4));
  // The other one is still kept.
  await press('Use it');
  expect(await screen.findByRole('button', { name: kept('ZZZZ') })).toBeTruthy();
  expect(screen.queryByRole('button', { name: kept(card.code_last4) })).toBeNull();
});
