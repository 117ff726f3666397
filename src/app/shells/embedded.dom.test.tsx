import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Embedded } from './embedded.tsx';

let watched: { element: Element; tell: () => void } | null = null;
let told: unknown[][];
let opened: unknown[][];

const goTo = (url: string): void =>
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(url);

class Watch {
  readonly tell: () => void;
  constructor(tell: () => void) {
    this.tell = tell;
  }
  observe(element: Element) {
    watched = { element, tell: this.tell };
  }
  disconnect() {
    watched = null;
  }
}

beforeEach(() => {
  goTo('https://app.example/embed/book/studio-lumen?first_name=Ann');
  vi.stubGlobal('ResizeObserver', Watch);
  told = [];
  opened = [];
  vi.spyOn(window.parent, 'postMessage').mockImplementation((...args: unknown[]) => {
    told.push(args);
  });
  vi.spyOn(window, 'open').mockImplementation((...args) => {
    opened.push(args);
    return null;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  goTo('about:blank');
});

test('the page around it is told how high it is, and nothing else', () => {
  const { unmount } = render(<Embedded />);
  expect(watched?.element).toBe(document.body);
  vi.spyOn(document.body, 'getBoundingClientRect').mockReturnValue({ height: 812.4 } as DOMRect);
  watched!.tell();
  expect(told).toEqual([[{ daybook: 'height', height: 813 }, '*']]);
  unmount();
  expect(watched).toBeNull();
});

test.each([
  ['/embed/book/studio-lumen/privacy', null],
  ['tel:+17185550142', null],
  ['/embed/cancel-appointment?token=t', '/cancel-appointment?token=t'],
  ['/embed/book/../calendar', '/calendar'],
  ['/calendar', '/calendar'],
  ['https://pay.example/1', 'https://pay.example/1'],
])('a link to %s opens a tab of its own: %s', (href, expected) => {
  render(
    <>
      <Embedded />
      {/* As the router takes links of its own, and the browser all others. */}
      <a href={href} onClick={(event) => event.preventDefault()}>
        <b>Go</b>
      </a>
    </>,
  );
  const goesOn = fireEvent.click(screen.getByText('Go'));
  expect(goesOn).toBe(false);
  const to = expected && new URL(expected, location.origin).href;
  expect(opened).toEqual(to ? [[to, '_blank', 'noopener']] : []);
});
