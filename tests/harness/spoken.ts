import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/**
 * What a screen reader says by itself: whatever changes in a live region (`aria-live`, role `status`
 * or `alert`) of the pages that are opened from now on.
 */
export const listen = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const LIVE = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"]';
    const said: string[] = [];
    Object.assign(window, { saidByItself: said });
    const say = (region: Element | null | undefined): void => {
      if (!region) return;
      const heard = region.cloneNode(true) as Element;
      for (const hidden of heard.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
      const words = (heard.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
      if (words !== '') said.push(words);
    };
    const hear = (node: Node): void => {
      const element = node instanceof Element ? node : node.parentElement;
      say(element?.closest(LIVE));
      if (!(node instanceof Element)) return;
      for (const inside of node.querySelectorAll(LIVE)) say(inside);
    };
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        say((target instanceof Element ? target : target.parentElement)?.closest(LIVE));
        for (const node of addedNodes) hear(node);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
};

/** It was said on this page; what was said before is forgotten with it. */
export const expectSaid = async (page: Page, words: RegExp): Promise<void> => {
  const said = () =>
    page.evaluate(() => (window as unknown as { saidByItself?: string[] }).saidByItself ?? []);
  await expect.poll(async () => (await said()).join('\n')).toMatch(words);
  await page.evaluate(() => {
    const all = (window as unknown as { saidByItself?: string[] }).saidByItself;
    all?.splice(0);
  });
};
