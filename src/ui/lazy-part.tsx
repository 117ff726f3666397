import { loadPatiently } from '#platform/load-patiently.ts';
// oxlint-disable-next-line no-restricted-imports -- the one place that is built on it
import { createElement, lazy, useState } from 'react';
import type { ComponentType } from 'react';
import { createStore, useStore } from './store.ts';

/**
 * A component whose file is fetched when it is drawn, or ahead with `preload`, which never rejects
 * and is done when it has come or cannot come now.
 *
 *   drawn ─▶ fetching (suspends) ─┬▶ the component            at once when it was fetched before
 *                                 ├▶ no network: `Missing` ─▶ the component, when the network is back
 *                                 └▶ gone with an old release: throws, unless it is an extra
 */
export type LazyPart<P> = ComponentType<P> & { preload: () => Promise<void> };

export type Load<P> = () => Promise<ComponentType<P>>;

/** A part of a screen or sheet. Without network a note stands in its place until it comes. */
export const lazyPart = <P extends object>(
  load: Load<P>,
  Missing: ComponentType<P> = MissingPart,
): LazyPart<P> => makeLazy(load, Missing, (error) => thrown(error));

/** A whole screen; the note stands where the screen would. */
export const lazyScreen = <P extends object>(load: Load<P>): LazyPart<P> =>
  lazyPart(load, MissingScreen);

/** Something that nobody misses, or that most people never see: without it there is nothing, or `Instead`. */
export const lazyExtra = <P extends object>(
  load: Load<P>,
  Instead: ComponentType<P> = Nothing,
): LazyPart<P> => makeLazy(load, Instead, () => Instead);

const makeLazy = <P extends object>(
  load: Load<P>,
  Missing: ComponentType<P>,
  goneFor: (error: unknown) => ComponentType<P>,
): LazyPart<P> => {
  /** What stands in its place; null = the first attempt has not ended. */
  const shown = createStore<ComponentType<P> | null>(null);
  const show = (component: ComponentType<P>): void => shown.set(() => component);
  let askedAhead: Promise<void> | null = null;

  const ask = (onWait: () => void, onGone: (error: unknown) => void): Promise<void> =>
    new Promise((settle) => {
      void loadPatiently(load, () => {
        onWait();
        settle();
      })
        .then(show, onGone)
        .finally(settle);
    });

  function Shown(props: P) {
    return createElement(useStore(shown, (component) => component) ?? Missing, props);
  }
  const Asked = lazy(async () => {
    await ask(
      () => show(Missing),
      (error) => show(goneFor(error)),
    );
    return { default: Shown };
  });
  function Part(props: P) {
    // The same as long as it stands there: another component would begin anew.
    const [Now] = useState(() => (shown.get() === null ? Asked : Shown));
    return createElement<P>(Now, props);
  }
  // Asked for ahead it may be gone: whoever draws it finds out, and is told.
  const preload = (): Promise<void> =>
    (askedAhead ??= ask(
      () => undefined,
      () => undefined,
    ));
  return Object.assign(Part, { preload });
};

const thrown = (error: unknown) =>
  function Gone(): never {
    throw error;
  };

const Nothing = (): null => null;

/** Stands where a part will be. */
export function MissingPart() {
  return (
    <p
      role="status"
      className="rounded-lg border border-dashed border-line px-4 py-3 text-pretty text-muted"
    >
      This part is not on this device yet. It opens as soon as you are online.
    </p>
  );
}

function MissingScreen() {
  return (
    <div
      role="status"
      className="mx-auto grid min-h-[60dvh] max-w-md place-content-center gap-2 px-6 text-center"
    >
      <h1 className="text-xl font-semibold">Not on this device yet</h1>
      <p className="text-pretty text-muted">This page opens as soon as you are online.</p>
    </div>
  );
}
