import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it } from 'vitest';
import { useZoomPlace } from './use-zoom-place.ts';
import type { Zoom } from './zoom.ts';

const VIEW_PX = 600;
const DAY_PX: Record<Zoom, number> = { compact: 960, comfortable: 1200, large: 1920 };

/** No layout here: a window of 600 pixels over a day, which browsers cut where it ends. */
const layOut = (view: HTMLElement, grid: HTMLElement): void => {
  let top = 0;
  const most = (): number => grid.offsetHeight - VIEW_PX;
  const height = { get: () => DAY_PX[(view.dataset['zoom'] ?? 'large') as Zoom] };
  Object.defineProperty(grid, 'offsetHeight', height);
  Object.defineProperty(view, 'scrollTop', {
    get: () => (top = Math.min(top, most())),
    set: (wanted: number) => {
      top = Math.max(0, Math.min(wanted, most()));
      view.dispatchEvent(new Event('scroll'));
    },
  });
  view.getBoundingClientRect = () => ({ top: 0, height: VIEW_PX }) as DOMRect;
  grid.getBoundingClientRect = () => ({ top: -view.scrollTop }) as DOMRect;
};

function Grid({ zoom }: { zoom: Zoom }) {
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  useZoomPlace({ grid, scroller, zoom });
  return (
    <div ref={scroller} role="region" data-zoom={zoom}>
      <div ref={grid} />
    </div>
  );
}

it('hours that a key makes smaller and taller again stand where they stood, also at the end of the day', () => {
  const { rerender } = render(<Grid zoom="large" />);
  const view = screen.getByRole('region');
  layOut(view, view.querySelector('div')!);
  rerender(<Grid zoom="comfortable" />);
  rerender(<Grid zoom="large" />);
  view.scrollTop = 1000;
  rerender(<Grid zoom="comfortable" />);
  expect(view.scrollTop).toBeCloseTo(512.5, 0);
  rerender(<Grid zoom="large" />);
  expect(view.scrollTop).toBeCloseTo(1000, 0);
});
