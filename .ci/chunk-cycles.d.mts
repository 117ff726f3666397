import type { Plugin } from 'vite';

/** Fails a build whose files import each other in a circle. */
export declare const noChunkCycles: () => Plugin;
