/** The same weeks for every calendar, and the same way to time the step from one to the next. */
import { mulberry32 } from './bench.ts';

export type Visit = {
  id: string;
  staff: number;
  /** 0 = Monday. */
  day: number;
  /** Minutes since midnight. */
  start: number;
  end: number;
  /** `W3 Client 17`: the week is in the name, so that one can see whose cards are shown. */
  title: string;
};

export const STAFF_COUNT = 8;
/** A Monday in summer, far from any change of the clocks. */
const FIRST_MONDAY = Date.UTC(2027, 4, 3);
/** The first, one for each click, and one on. */
export const WEEKS = 6;

/** `YYYY-MM-DD` */
export const dayOf = (week: number, day: number): string =>
  new Date(FIRST_MONDAY + (week * 7 + day) * 86_400_000).toISOString().slice(0, 10);

/** Local time of the business, as a browser in its zone understands it. */
export const localTime = (week: number, day: number, minute: number): string => {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${dayOf(week, day)}T${two(Math.floor(minute / 60))}:${two(minute % 60)}:00`;
};

/** `count` visits between 8 and 20 o'clock, Monday to Sunday, spread over the team. */
export const visitsOf = (week: number, count: number): Visit[] => {
  const random = mulberry32(week + 1);
  const below = (limit: number): number => Math.floor(random() * limit);
  return Array.from({ length: count }, (_, index) => {
    const start = 480 + below(44) * 15;
    return {
      id: `w${week}-${index}`,
      staff: index % STAFF_COUNT,
      day: below(7),
      start,
      end: start + [30, 45, 60][below(3)]!,
      title: `W${week} Client ${index}`,
    };
  });
};

/**
 * Milliseconds from the next click (the event's own time) to the frame after the one in which all
 * cards of that week are in the document; and how many elements the calendar then has.
 */
export const nextStep = (options: {
  card: string;
  root: string;
  week: number;
  count: number;
}): Promise<{ ms: number; nodes: number }> =>
  new Promise((resolve, reject) => {
    const { card, root, week, count } = options;
    addEventListener(
      'click',
      (event) => {
        const from = event.timeStamp;
        const isThere = (): boolean => {
          const cards = document.querySelectorAll(card);
          return (
            cards.length >= count &&
            (cards[0]?.textContent ?? '').includes(`W${week} `) &&
            (cards[cards.length - 1]?.textContent ?? '').includes(`W${week} `)
          );
        };
        const look = (): void => {
          if (!isThere()) {
            if (performance.now() - from > 10_000) {
              const shown = document.querySelectorAll(card);
              reject(
                new Error(
                  `week ${week} never came: ${shown.length} of ${count} cards, ${shown[0]?.textContent}`,
                ),
              );
            } else requestAnimationFrame(look);
            return;
          }
          // A message posted from a frame arrives when the frame has been painted.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            const ms = performance.now() - from;
            resolve({ ms, nodes: document.querySelectorAll(`${root} *`).length });
          };
          port2.postMessage(null);
        };
        requestAnimationFrame(look);
      },
      { capture: true, once: true },
    );
  });

/** The button that peers without one of their own get: plain, in the corner. */
export const addNextButton = (onNext: () => void): void => {
  const button = document.createElement('button');
  button.id = 'next';
  button.textContent = 'Next';
  button.style.cssText = 'position:fixed;left:4px;top:4px;z-index:99';
  button.addEventListener('click', onNext);
  document.body.append(button);
};
