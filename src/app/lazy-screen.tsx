import { must } from '#domain/errors/assert.ts';
import { lazy } from 'react';
import type { ComponentType } from 'react';

type ScreenModule = Record<string, unknown>;

/** What `import.meta.glob` gives: file name to loader. */
export type ScreenFiles = Record<string, () => Promise<unknown>>;

/** A component that may be fetched before it is drawn. */
export type Screen = ComponentType & { preload?: () => Promise<unknown> };

/**
 * A screen that is fetched when its route is visited. `file` is below src/features; a screen that
 * is not written yet shows `fallback`.
 */
export const lazyScreen = (
  files: ScreenFiles,
  file: string,
  exportName: string,
  fallback: ComponentType,
): Screen => {
  const load = files[`/src/features/${file}`];
  if (!load) return fallback;
  const Lazy = lazy(async () => {
    const module = (await load()) as ScreenModule;
    const screen = must(module[exportName], `${file} exports ${exportName}`);
    return { default: screen as ComponentType };
  });
  return Object.assign(() => <Lazy />, { preload: load });
};
