/**
 * The cards of a column, straight into the document: for five hundred of them React takes longer to
 * compare than the browser to lay out. One element and one text each; marks, buffers, processing
 * time and the status bar are backgrounds. Pointer and keyboard are listened to by the grid.
 */
import type { Box } from './columns.ts';
import { DAY_MIN } from './geometry.ts';
import type { CalendarItem } from './items.ts';
import { cardText, describeItem, type Clock } from './words.ts';

export type CardLook = {
  clock: Clock;
  staffName: (staffId: string) => string;
  /** How tall a minute is drawn, against the usual: how much text a card has room for. */
  scale: number;
  /** Several people share the column. */
  isShared: boolean;
  /** A lane of the column has no room for a line of text: the name alone runs down its cards. */
  isThin: boolean;
};

type Drawn = { box: Box; look: CardLook };
const drawn = new WeakMap<Element, Drawn>();

/**
 * Makes the children of `host` the cards of the boxes, in their order. Elements stay with their key,
 * and what others put on them (focus, being lifted) with the element.
 */
export function drawCards(
  host: HTMLElement,
  boxes: readonly Box[],
  look: CardLook,
  flashing: ReadonlySet<string>,
): void {
  const old = new Map<string, HTMLElement>();
  for (const card of host.children) {
    if (card instanceof HTMLElement) old.set(card.dataset['key']!, card);
  }
  const focused = old.size > 0 ? document.activeElement : null;
  const cards = boxes.map((box) => {
    const { item } = box;
    const known = old.get(item.key);
    old.delete(item.key);
    const card = known ?? newCard(item.key);
    const last = drawn.get(card);
    if (last?.look !== look || !isSame(last.box, box)) {
      drawn.set(card, { box, look });
      fillCard(card, box, look);
    }
    const isFlashing = flashing.has(item.key) || flashing.has(item.id);
    if (known || isFlashing) card.classList.toggle('is-flashing', isFlashing);
    return card;
  });
  for (const card of old.values()) card.remove();
  let at = host.firstChild;
  for (const card of cards) {
    if (card === at) at = at.nextSibling;
    else host.insertBefore(card, at);
  }
  // What is moved in the document loses its focus.
  if (focused instanceof HTMLElement && host.contains(focused)) {
    focused.focus({ preventScroll: true });
  }
}

const isSame = (a: Box, b: Box): boolean =>
  a.item === b.item && a.left === b.left && a.width === b.width && a.inset === b.inset;

function newCard(key: string): HTMLElement {
  const card = document.createElement('div');
  // Attributes: Firefox 114 has no card.role.
  card.setAttribute('role', 'button');
  card.tabIndex = -1;
  card.dataset['key'] = key;
  return card;
}

function fillCard(card: HTMLElement, box: Box, look: CardLook) {
  const { item } = box;
  const { clock, staffName, scale } = look;
  const isUpright = look.isThin && box.isInLane;
  card.className = cardClass(box, look, isUpright);
  card.dataset['colour'] = item.colour;
  card.dataset['status'] = item.kind === 'block' ? 'block' : item.status;
  card.style.cssText = cardStyle(box);
  const staff = item.staffId && staffName(item.staffId);
  card.setAttribute('aria-label', describeItem(item, staff, clock));
  card.textContent = isUpright ? item.name : cardText(item, clock, scale);
}

const percent = (minutes: number): string => `${(minutes / DAY_MIN) * 100}%`;

function cardClass(
  { item, width }: Box,
  { isShared, scale }: CardLook,
  isUpright: boolean,
): string {
  let name = 'cal-card';
  // Beside three others, or one in the narrow column of a day that people share, a card has no
  // room for marks: they would push its name out.
  if (width < (isShared ? 0.55 : 0.3)) name += ' is-narrow';
  if (isUpright) name += ' is-upright';
  if ((item.end - item.start) * scale < 28) name += ' is-short';
  if (item.kind === 'appointment' && item.isConflict) name += ' is-conflict';
  if (item.kind === 'appointment' && (item.bufferBefore > 0 || item.bufferAfter > 0)) {
    name += ' has-buffer';
    if (item.travelBefore > 0 || item.travelAfter > 0) name += ' has-travel';
  }
  if (marksOf(item).length > 0) name += ' has-marks';
  return name;
}

/** Names of the marks of a card, the most urgent first: see marks.css. */
function marksOf(item: CalendarItem): string[] {
  const marks: string[] = [];
  if (item.kind === 'appointment') {
    if (item.isConflict) marks.push('conflict');
    if (item.hasAlert) marks.push('alert');
    if (item.forms?.mark === 'flag') marks.push('flag');
    if (item.status !== 'booked') marks.push(item.status);
    else if (item.isConfirmed) marks.push('confirmed');
    if (item.forms?.mark === 'form') marks.push('form');
  }
  if (item.isWaiting) marks.push('waiting');
  if (item.kind === 'appointment' && item.deposit) {
    marks.push(item.deposit === 'due' ? 'due' : 'deposit');
  }
  if (item.kind === 'appointment' && item.isAway) marks.push('away');
  if (item.kind === 'appointment' && item.groupSize) marks.push('group');
  if (item.isInSeries) marks.push('series');
  // A card has room for three; the last ones say least.
  return marks.slice(0, 3);
}

function cardStyle({ item, left, width, inset }: Box): string {
  let css = `top:${percent(item.start)};height:${percent(item.end - item.start)};`;
  css +=
    inset === 0
      ? `left:${left * 100}%;width:${width * 100}%`
      : `left:calc(${left * 100}% + ${inset} * var(--cal-strip));` +
        `width:calc(${width * 100}% - ${inset} * var(--cal-strip))`;
  const marks = marksOf(item);
  marks.forEach((mark, at) => (css += `;--mark-${at + 1}:var(--cal-mark-${mark})`));
  if (marks.length > 0) css += `;--marks:${marks.length}`;
  if (item.kind !== 'appointment') return css;
  if (item.bufferBefore > 0) css += `;--before:${item.bufferBefore}`;
  if (item.bufferAfter > 0) css += `;--after:${item.bufferAfter}`;
  if (item.travelBefore > 0) css += `;--way-there:${item.travelBefore}`;
  if (item.travelAfter > 0) css += `;--way-back:${item.travelAfter}`;
  if (item.hole) {
    const length = item.end - item.start;
    const from = ((item.hole.start - item.start) / length) * 100;
    const to = ((item.hole.end - item.start) / length) * 100;
    // Only a strip at the left stays visible (and clickable) during the processing time.
    css +=
      `;--hole-from:${from}%;--hole-to:${to}%;clip-path:polygon(0 0, 100% 0, 100% ${from}%, ` +
      `var(--cal-strip) ${from}%, var(--cal-strip) ${to}%, 100% ${to}%, 100% 100%, 0 100%)`;
  }
  return css;
}
