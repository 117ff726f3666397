import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { addClient, closeSheet, fillAppointment, openSheet } from '#tests/harness/app.ts';
import type { FaultProxy } from '#tests/harness/fault-proxy.ts';
import type { Journal } from './journal.ts';

/** Somebody at work in one browser, whose choices come from a seed. */
export type Person = {
  name: string;
  page: Page;
  context: BrowserContext;
  proxy: FaultProxy;
  random: () => number;
  /** What was done and said to be saved, by kind. */
  done: Record<string, number>;
  /** What could not be done, with the reason. */
  failed: string[];
};

/** Who does what in the demo. */
const OFFERS = [
  { service: 'Dry cut', with: 'Mara Lindqvist' },
  { service: 'Classic cut', with: 'Jonah Reyes' },
  { service: 'Buzz cut', with: 'Jonah Reyes' },
  { service: 'Beard trim', with: 'Jonah Reyes' },
];

/** Goes on until it is told to stop: one thing after the other, as fast as the screen allows. */
export const work = async (
  person: Person,
  journal: Journal,
  days: readonly string[],
  until: { isOver: () => boolean; mayReload: () => boolean },
): Promise<void> => {
  let number = 0;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(person.random() * from.length)] as T;
  const clients: string[] = [];
  while (!until.isOver()) {
    number += 1;
    const dice = person.random();
    const [kind, act] = choose(dice, until.mayReload());
    try {
      if (await act()) person.done[kind] = (person.done[kind] ?? 0) + 1;
    } catch (error) {
      person.failed.push(`${kind}: ${String(error).split('\n').slice(0, 3).join(' ')}`);
      await recover(person, pick(days));
    }
  }

  function choose(at: number, mayReload: boolean): [string, () => Promise<boolean>] {
    if (at < 0.2 || clients.length === 0) return ['add client', add];
    if (at < 0.42) return ['book', book];
    if (at < 0.6) return ['move', move];
    if (at < 0.68) return ['cancel', cancel];
    if (at < 0.9) return ['edit client', edit];
    if (at < 0.96 || !mayReload) return ['look around', look];
    return ['reload', reload];
  }

  async function add(): Promise<boolean> {
    const name = `${person.name}${number}`;
    await addClient(person.page, name);
    // The sheet has closed: to the person, it is saved.
    journal.clients.push(name);
    clients.push(name);
    return true;
  }

  async function book(): Promise<boolean> {
    const { page } = person;
    const day = pick(days);
    await go(page, `/calendar?view=day&date=${day}&staff=all`);
    await fillAppointment(page, {
      client: pick(clients),
      ...pick(OFFERS),
      day,
      time: quarter(person.random()),
    });
    const sheet = openSheet(page);
    // News of a collision may come between the look at the button and the press: then once more.
    await expect(async () => {
      const press = page.getByRole('button', { name: /^Book( anyway)?$/ });
      if (await sheet.isVisible()) await press.click({ timeout: 2_000 });
      await expect(sheet).toBeHidden({ timeout: 4_000 });
    }).toPass({ timeout: 20_000 });
    return true;
  }

  async function move(): Promise<boolean> {
    const sheet = await openSome(person, pick(days));
    if (!sheet) return false;
    await sheet.getByRole('button', { name: 'Move…' }).click();
    await sheet.getByLabel('Time', { exact: true }).fill(quarter(person.random()));
    await sheet.getByRole('button', { name: /^(Save|Move anyway)$/ }).click();
    await closeSheet(person.page);
    return true;
  }

  async function cancel(): Promise<boolean> {
    const sheet = await openSome(person, pick(days));
    if (!sheet) return false;
    await sheet.getByRole('button', { name: 'More actions' }).click();
    await person.page.getByRole('menuitem', { name: 'Cancel appointment…' }).click();
    await sheet.getByRole('button', { name: 'Cancel appointment' }).click();
    await closeSheet(person.page);
    return true;
  }

  async function edit(): Promise<boolean> {
    const { page } = person;
    // Sometimes somebody else's client: both edit the same rows.
    const name = person.random() < 0.5 ? pick(clients) : pick(journal.clients);
    await go(page, '/clients');
    await page.getByRole('searchbox').fill(name);
    const found = page.getByRole('link', { name: new RegExp(`\\b${name}\\b`) }).first();
    // The other device may have it, and this one not yet.
    if (!clients.includes(name) && !(await found.isVisible())) return false;
    await found.click();
    await page.getByRole('button', { name: /^Edit/ }).first().click();
    const sheet = openSheet(page);
    const field = person.random() < 0.5 ? 'Pronouns' : 'Goes by';
    await sheet.getByLabel(field).fill(`${person.name} ${number}`);
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(sheet).toBeHidden();
    return true;
  }

  async function look(): Promise<boolean> {
    for (const path of ['/calendar?view=week&staff=all', '/', '/clients', '/more/services']) {
      await go(person.page, path);
    }
    return true;
  }

  async function reload(): Promise<boolean> {
    await person.page.reload();
    await expect(person.page.getByRole('link', { name: 'Clients', exact: true })).toBeVisible();
    return true;
  }
};

/** Opens a place of the app without loading it anew. */
const go = async (page: Page, path: string): Promise<void> => {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page.getByRole('main')).toBeVisible();
};

const openSome = async ({ page, random }: Person, day: string) => {
  await go(page, `/calendar?view=day&date=${day}&staff=all`);
  await expect(page.getByRole('region', { name: /calendar/i })).toBeVisible();
  const cards = page.locator('.cal-columns:not([aria-hidden]) .cal-card[aria-label*="booked"]');
  const count = await cards.count();
  if (count === 0) return null;
  // By keyboard: overlapping cards cover each other.
  await cards.nth(Math.floor(random() * count)).press('Enter');
  const sheet = openSheet(page);
  await expect(sheet.getByRole('button', { name: 'Move…' })).toBeVisible();
  return sheet;
};

const recover = async ({ page }: Person, day: string): Promise<void> => {
  await page.goto(`/calendar?view=day&date=${day}&staff=all`).catch(() => undefined);
  await expect(page.getByRole('link', { name: 'Clients', exact: true })).toBeVisible({
    timeout: 30_000,
  });
};

const quarter = (random: number): string => {
  const at = Math.floor(random * 28);
  return `${String(9 + Math.floor(at / 4)).padStart(2, '0')}:${['00', '15', '30', '45'][at % 4]}`;
};
