import { useState } from 'react';

/**
 * Keeps what was open while it leaves: a sheet that vanished at once would neither slide out nor
 * give focus back to where it came from. `turn` counts openings: a new one starts afresh.
 */
export function useLingering<T>(value: T | null): {
  shown: T | null;
  isOpen: boolean;
  turn: number;
} {
  const [last, setLast] = useState({ text: JSON.stringify(value), value, turn: 0 });
  const text = JSON.stringify(value);
  if (text !== last.text) {
    setLast({ text, value: value ?? last.value, turn: value === null ? last.turn : last.turn + 1 });
  }
  return { shown: value ?? last.value, isOpen: value !== null, turn: last.turn };
}
