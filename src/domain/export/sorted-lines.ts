/** Lines of a large file that come in any order and leave sorted, a small heap at a time. */
export type SortedLines = {
  add: (key: string, line: string) => void;
  /** Heaps of lines in the order of their keys. Sorting one heap is short enough not to be felt. */
  heaps: () => Iterable<readonly string[]>;
};

/** `prefixLength` letters of the key make the heap: 7 of an instant are its month. */
export const sortedLines = (prefixLength: number): SortedLines => {
  const heaps = new Map<string, { key: string; line: string }[]>();
  return {
    add: (key, line) => {
      const prefix = key.slice(0, prefixLength);
      const heap = heaps.get(prefix);
      if (heap) heap.push({ key, line });
      else heaps.set(prefix, [{ key, line }]);
    },
    *heaps() {
      for (const prefix of [...heaps.keys()].sort()) {
        const heap = heaps.get(prefix) ?? [];
        yield heap.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(lineOf);
      }
    },
  };
};

const lineOf = ({ line }: { line: string }): string => line;
