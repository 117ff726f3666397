/** A week with 2,000 appointments in view under a hand: frames while one is dragged, and while it scrolls. */
import type { Page } from 'playwright';
import { settled, UNWRAPPED } from '../lab.ts';
import { atMost } from '../lane.ts';
import type { Lane } from '../lane.ts';
import { median, timingOf } from '../measure.ts';

const COUNT = 2_000;
/** Steps of the hand, each after the frame of the one before. */
const DRAG_STEPS = 40;
const DRAG_PX = 9;
const SCROLL_STEPS = 40;
const SCROLL_PX = 40;
/** At most so long until hands can take hold of a card. */
const HANDS_MS = 5_000;
/** Longer than this, what is under a finger is seen to stop: six frames of 60 a second. */
const LONGEST_MS = 100;

export const crowded: Lane = {
  name: 'crowded',
  about:
    `The week of the product with ${COUNT} appointments, eight people, 1400 × 900: the time between ` +
    'frames while a mouse drags a card over other days and hours, and while a wheel scrolls. What ' +
    'counts is the longest frame of each.',
  run: async ({ lab, rounds, isQuick }) => {
    const frames = { drag: [] as number[], scroll: [] as number[] };
    const longest = { drag: [] as number[], scroll: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      const opened = await lab.open('week-ours');
      try {
        await opened.page.evaluate(UNWRAPPED);
        await opened.call('mount', isQuick ? 100 : COUNT);
        await opened.page.locator('[aria-label="Next week"]').waitFor({ timeout: 30_000 });
        await opened.page.locator('.cal-card').first().waitFor();
        // What hands do to the grid is fetched once it stands.
        await settled(opened, HANDS_MS);
        for (const [what, run] of [
          ['drag', drag],
          ['scroll', scroll],
        ] as const) {
          const times = await run(opened.page);
          frames[what].push(...times);
          longest[what].push(Math.max(...times));
        }
      } finally {
        await opened.close();
      }
    }
    return {
      comparisons: [
        {
          title: `Frames with ${COUNT} appointments in view`,
          rounds,
          thrownAway: 0,
          note: 'The goals are about the longest frame of a round, in the middle of all rounds.',
          timings: [
            timingOf('a frame while dragging', 'ours', frames.drag),
            timingOf('a frame while scrolling', 'ours', frames.scroll),
          ],
        },
      ],
      goals: [
        atMost('P4', LONGEST_MS, 'longest frame while dragging, 2,000', median(longest.drag)),
        atMost('P4', LONGEST_MS, 'longest frame while scrolling, 2,000', median(longest.scroll)),
      ],
    };
  },
};

/** Milliseconds between the frames that are painted while `hand` moves. */
const watch = async (page: Page, hand: () => Promise<void>): Promise<number[]> => {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { frames: seen });
    let last: number | null = null;
    const look = (now: number): void => {
      if (last !== null) seen.push(now - last);
      last = now;
      if ((window as unknown as { frames: number[] }).frames === seen) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await hand();
  return page.evaluate(() => {
    const { frames } = window as unknown as { frames: number[] };
    Object.assign(window, { frames: null });
    return frames;
  });
};

const nextFrame = (page: Page): Promise<number> =>
  page.evaluate(() => new Promise<number>((done) => void requestAnimationFrame(done)));

const drag = async (page: Page): Promise<number[]> => {
  const from = await page.evaluate(() => {
    const cards = [...document.querySelectorAll('.cal-card')];
    // The day may begin above the first of them.
    cards[Math.floor(cards.length / 4)]?.scrollIntoView({ block: 'center' });
    for (const card of cards) {
      const { left, top, width, height } = card.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const isInView = x > 100 && x < innerWidth / 2 && y > 200 && y < innerHeight - 250;
      if (isInView && document.elementFromPoint(x, y)?.closest('.cal-card') === card) {
        return { x, y };
      }
    }
    return null;
  });
  if (!from) throw new Error('No card is to be seen');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const times = await watch(page, async () => {
    for (let step = 1; step <= DRAG_STEPS; step += 1) {
      await page.mouse.move(from.x + step * DRAG_PX, from.y + (step * DRAG_PX) / 2);
      await nextFrame(page);
    }
  });
  if ((await page.locator('.cal-ghost').count()) === 0) throw new Error('Nothing was dragged');
  // It goes back to where it was: the next round drags the same.
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return times;
};

const scroll = (page: Page): Promise<number[]> =>
  watch(page, async () => {
    await page.mouse.move(700, 500);
    for (let step = 0; step < SCROLL_STEPS; step += 1) {
      await page.mouse.wheel(0, step < SCROLL_STEPS / 2 ? SCROLL_PX : -SCROLL_PX);
      await nextFrame(page);
    }
  });
