import type { Plugin } from 'vite';

/** See boot-page.mjs. */
export declare const bootPage: () => Plugin;
