import type { Plugin } from 'vite';

/** Bundles the service worker after the app and writes the release's file list into it. */
export declare const serviceWorker: (options: { buildId: string }) => Plugin;
