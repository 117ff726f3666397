import type { Plugin } from 'vite';

/** Writes into index.html what the signed-in side will ask for. */
export declare const earlyFiles: () => Plugin;
