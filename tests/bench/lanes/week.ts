import { atMost, atMostTimes, sides } from '../lane.ts';
import type { Comparison, Goal, Lane } from '../lane.ts';
import { measure, median } from '../measure.ts';
import type { Variant } from '../measure.ts';
import { settled } from '../lab.ts';

const CALENDARS = [
  { name: 'Daybook', kind: 'ours', page: 'week-ours', next: '[aria-label="Next week"]' },
  { name: 'DOM by hand', kind: 'floor', page: 'week-floor', next: '#next' },
  {
    name: 'react-big-calendar',
    kind: 'peer',
    page: 'peer-week-react-big-calendar',
    next: '#next',
  },
  { name: 'FullCalendar', kind: 'peer', page: 'peer-week-fullcalendar', next: '#next' },
  { name: 'Event Calendar', kind: 'peer', page: 'peer-week-event-calendar', next: '#next' },
  { name: 'DayPilot Lite', kind: 'peer', page: 'peer-week-daypilot', next: '#next' },
] as const;

/** Clicks of one round: the first two find cold code, the rest are its figure. */
const CLICKS = 4;
const COLD_CLICKS = 2;
/** Longest wait for a calendar that never rests: some peers keep a timer going. */
const REST_MS = 600;

/** Peers take seconds a click where there is most to draw: fewer rounds there, and none of theirs on a slow CPU. */
const CASES = [
  { count: 100, rate: 1 },
  { count: 500, rate: 1 },
  { count: 2_000, rate: 1, fewRounds: 3 },
  { count: 100, rate: 4, maxMs: 50 },
  { count: 500, rate: 4, maxMs: 150 },
] as const;

type Step = { ms: number; nodes: number };

export const week: Lane = {
  name: 'week',
  about:
    'From a real click on "next" to the painted next week, eight people, 1400 × 900: ours is the ' +
    'calendar screen of the product on its local database, with its address, its live queries and ' +
    'its descriptions for screen readers; the others get six weeks in memory.',
  run: async ({ lab, rounds, isQuick }) => {
    const comparisons: Comparison[] = [];
    const goals: Goal[] = [];
    for (const { count, rate, ...limits } of isQuick ? CASES.slice(0, 2) : CASES) {
      let nodes = 0;
      const roundOf = async (calendar: (typeof CALENDARS)[number]): Promise<number> => {
        const opened = await lab.open(calendar.page);
        try {
          await opened.call('mount', count);
          const button = opened.page.locator(calendar.next);
          await button.waitFor({ timeout: 30_000 });
          await settled(opened, REST_MS);
          await opened.throttle(rate);
          const steps: Step[] = [];
          for (let click = 0; click < CLICKS; click += 1) {
            const place = await button.boundingBox();
            if (!place) throw new Error('The button is not to be seen');
            await opened.call('begin', 'next');
            // Not the locator's click: it looks at the page while the page is at work.
            await opened.page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
            steps.push(await opened.call<Step>('end'));
            await settled(opened, REST_MS);
          }
          if (calendar.kind === 'ours') nodes = steps.at(-1)!.nodes;
          return median(steps.slice(COLD_CLICKS).map(({ ms }) => ms));
        } finally {
          await opened.close();
        }
      };
      const measured = await measure({
        rounds: 'fewRounds' in limits ? Math.min(limits.fewRounds, rounds) : rounds,
        warmUps: 0,
        variants: CALENDARS.filter(({ kind }) => kind !== 'peer' || rate === 1).map(
          (calendar): Variant => ({
            name: calendar.name,
            kind: calendar.kind,
            run: () => roundOf(calendar),
          }),
        ),
      });
      const slow = rate === 1 ? '' : ', CPU slowed 4 ×';
      comparisons.push({
        title: `Next week, ${count} appointments${slow}`,
        note: `Elements of our calendar: ${nodes}.`,
        ...measured,
      });
      const { ours, peer } = sides(measured);
      if ('maxMs' in limits) {
        goals.push(atMost('P5', limits.maxMs, `next week, ${count}${slow}`, ours.median));
        continue;
      }
      goals.push(
        atMostTimes('P4', 1.5, `next week, ${count}, times DOM by hand`, ours.timesFloor ?? 0),
      );
      if (peer) {
        goals.push(
          atMostTimes(
            'P4',
            0.5,
            `next week, ${count}, times ${peer.name}`,
            ours.median / peer.median,
          ),
        );
      }
      goals.push({
        id: 'P6',
        wanted: `elements for ${count} appointments ≤ ${2 * count + 150}`,
        got: String(nodes),
        reached: nodes <= 2 * count + 150,
      });
    }
    return { comparisons, goals };
  },
};
