/**
 * Side-by-side packing of one column, on numbers only.
 *
 * Overlapping spans share the width in lanes; a span widens into lanes that are free beside it.
 * A span that lies wholly inside another one's hole (bookable processing time) is drawn in that
 * hole, inset by one step, instead of taking width away from its host.
 */

/** Minutes of a local day, half-open. */
export type Span = {
  start: number;
  end: number;
  /** Time inside the span that others may use. */
  hole?: { start: number; end: number } | null;
  /** Whose time it is: only the same person's other work sits in a hole. */
  owner?: string | null;
  /** Minutes at its edges that the same person's other work may have at its own edges as well. */
  shared?: { before: number; after: number } | null;
};

/** Horizontal place in the column: fractions of its width, plus how many holes it sits in. */
export type Place = { left: number; width: number; inset: number };

type Entry = { index: number; start: number; end: number };

/**
 * The place of every span, in the order given. Visible areas never overlap, but for edges that two
 * spans share.
 */
export function pack(all: readonly Span[]): Place[] {
  const spans = all.map((span) => ({ ...span, end: endBeside(span, all) }));
  const places: Place[] = spans.map(() => ({ left: 0, width: 1, inset: 0 }));
  const guests = guestsByHost(spans);
  const guestSet = new Set([...guests.values()].flat());
  const top = spans.flatMap((span, index) => (guestSet.has(index) ? [] : [entry(span, index)]));

  const queue = [{ entries: top, left: 0, width: 1, inset: 0 }];
  for (let group = queue.pop(); group; group = queue.pop()) {
    for (const cluster of clusters(group.entries)) packCluster(cluster, group, places);
    for (const { index } of group.entries) {
      const inside = guests.get(index);
      const host = places[index];
      if (!inside || !host) continue;
      const entries = inside.map((guest) => entry(spans[guest]!, guest));
      queue.push({ entries, left: host.left, width: host.width, inset: host.inset + 1 });
    }
  }
  return places;
}

/** Where a span ends for its neighbours: what it shares with the next one is not in its way. */
function endBeside(span: Span, all: readonly Span[]): number {
  const { start, end, owner, shared } = span;
  if (!shared?.after) return end;
  const sharing = all.filter(
    (next) =>
      next.shared &&
      next.owner === owner &&
      next.start > start &&
      next.start >= end - shared.after &&
      next.start + next.shared.before >= end,
  );
  return Math.min(end, ...sharing.map((next) => next.start));
}

const entry = ({ start, end }: Span, index: number): Entry => ({ index, start, end });

/** Which spans sit in which span's hole; each guest has one host, the first that has room for it. */
function guestsByHost(spans: readonly Span[]): Map<number, number[]> {
  const hosts = spans.flatMap((span, index) =>
    span.hole ? [{ index, hole: span.hole, owner: span.owner }] : [],
  );
  const guests = new Map<number, number[]>();
  if (hosts.length === 0) return guests;
  spans.forEach((span, index) => {
    const host = hosts.find(
      ({ index: at, hole, owner }) =>
        at !== index && owner === span.owner && hole.start <= span.start && span.end <= hole.end,
    );
    if (host) guests.set(host.index, [...(guests.get(host.index) ?? []), index]);
  });
  return guests;
}

/** Runs of spans that touch each other in time; each run shares one width. */
function clusters(entries: Entry[]): Entry[][] {
  const sorted = entries.toSorted(
    (a, b) => a.start - b.start || b.end - a.end || a.index - b.index,
  );
  const found: Entry[][] = [];
  let current: Entry[] = [];
  let until = -Infinity;
  for (const item of sorted) {
    if (item.start >= until && current.length > 0) {
      found.push(current);
      current = [];
    }
    current.push(item);
    until = Math.max(until, item.end);
  }
  if (current.length > 0) found.push(current);
  return found;
}

function packCluster(
  cluster: Entry[],
  area: { left: number; width: number; inset: number },
  places: Place[],
): void {
  const lanes: Entry[][] = [];
  const laneOf = cluster.map((item) => {
    let lane = lanes.findIndex((taken) => taken.at(-1)!.end <= item.start);
    if (lane === -1) lane = lanes.push([]) - 1;
    lanes[lane]!.push(item);
    return lane;
  });
  cluster.forEach((item, at) => {
    const lane = laneOf[at]!;
    let next = lane + 1;
    while (next < lanes.length && isFree(lanes[next]!, item)) next++;
    places[item.index] = {
      left: area.left + (area.width * lane) / lanes.length,
      width: (area.width * (next - lane)) / lanes.length,
      inset: area.inset,
    };
  });
}

const isFree = (lane: Entry[], item: Entry): boolean =>
  lane.every((other) => other.end <= item.start || other.start >= item.end);
