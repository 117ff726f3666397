import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** What somebody without a pointer does: Tab, arrows and keys, seeing at each stop where they are. */

/** More stops than any screen has before something that is meant to be reached. */
const MAX_STOPS = 120;
/** More choices than any group of them has. */
const MAX_CHOICES = 15;

export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Presses Tab until `target` has focus; at each stop the focus has to be seen. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeAttached();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (await hasFocus(target)) return expectFocusSeen(page);
  }
  throw new Error(`Tab never reached ${target}`);
};

/** What has focus wears an outline or a ring, or the mark beside a covered input does. */
export const expectFocusSeen = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const isMarked = (element: Element): boolean => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
          const hasOutline = outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
          return hasOutline || /[1-9]\d*px(,|$)/.test(boxShadow);
        };
        const focused = document.activeElement;
        if (!focused || focused === document.body) return 'nothing has focus';
        const isCovered = getComputedStyle(focused).opacity === '0';
        const marks = isCovered ? [...(focused.parentElement?.children ?? [])] : [focused];
        return marks.some(isMarked) ? 'seen' : `not seen on ${focused.outerHTML.slice(0, 200)}`;
      }),
    )
    .toBe('seen');

/** A new step puts focus on its heading, so that the next Tab is inside it. */
export const expectStep = async (page: Page, title: string): Promise<void> => {
  const heading = page.getByRole('heading', { level: 1, name: title });
  await expect(heading).toBeFocused();
};

export const press = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};

/** Replaces what stands in a field. */
export const typeInto = async (page: Page, field: Locator, text: string): Promise<void> => {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
};

/** Enters the group at what is chosen there, and walks on to another choice. */
export const choose = async (
  page: Page,
  group: Page | Locator,
  chosen: RegExp,
  wanted: RegExp,
): Promise<void> => {
  const radio = group.getByRole('radio', { name: wanted });
  await tabTo(page, group.getByRole('radio', { name: chosen }));
  for (let step = 0; step < MAX_CHOICES && !(await radio.isChecked()); step += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await expect(radio).toBeFocused();
  await expectFocusSeen(page);
};
