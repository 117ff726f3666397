import type { Plugin } from 'vite';

/** Leaves out of a build what the libraries carry and nobody calls. */
export declare const leanLibraries: () => Plugin;
