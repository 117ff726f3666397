import { useState } from 'react';
import type { DragEvent } from 'react';

export type DragSort = {
  /** Spread on the row of this place. */
  rowProps: (index: number) => {
    draggable: true;
    'data-drag'?: 'source' | 'target';
    onDragStart: (event: DragEvent) => void;
    onDragOver: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
    onDragEnd: () => void;
  };
};

/** Rows that a mouse can drag to another place of the same list. Buttons do the same: OrderButtons. */
export const useDragSort = (onMove: (from: number, to: number) => void): DragSort => {
  const [from, setFrom] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = (): void => {
    setFrom(null);
    setOver(null);
  };
  return {
    rowProps: (index) => ({
      draggable: true,
      ...(from === index ? { 'data-drag': 'source' as const } : {}),
      ...(from !== null && from !== index && over === index
        ? { 'data-drag': 'target' as const }
        : {}),
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = 'move';
        // Firefox starts no drag without data.
        event.dataTransfer.setData('text/plain', '');
        setFrom(index);
      },
      onDragOver: (event) => {
        // A row of another list is none of ours.
        if (from === null) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        if (over !== index) setOver(index);
      },
      onDrop: (event) => {
        if (from === null) return;
        event.preventDefault();
        if (from !== index) onMove(from, index);
        end();
      },
      onDragEnd: end,
    }),
  };
};
