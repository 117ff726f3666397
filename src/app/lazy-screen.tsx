import { createElement, lazy, useState } from 'react';
import type { ComponentType } from 'react';

/** A component that may be fetched before it is drawn. */
export type Screen<P = object> = ComponentType<P> & { preload?: () => Promise<unknown> };

/**
 * A component that is fetched when it is drawn. What was fetched before is drawn at once: React's
 * own lazy would show the fallback even then, and not take it away again for 300 ms.
 */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> & { preload: () => Promise<unknown> } => {
  let fetched: ComponentType<P> | null = null;
  const preload = async (): Promise<ComponentType<P>> => (fetched ??= await load());
  const Lazy: ComponentType<P> = lazy(async () => ({ default: await preload() }));
  function Part(props: P) {
    // The same as long as it stands there: another component would begin anew.
    const [Now] = useState(() => fetched ?? Lazy);
    return createElement(Now, props);
  }
  return Object.assign(Part, { preload });
};
