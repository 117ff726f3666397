/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Where the backend answers; empty = where the page came from. */
  readonly VITE_SUPABASE_URL?: string;
  readonly VITE_SUPABASE_PUBLISHABLE_KEY?: string;
  /** The name of the same key in older projects. */
  readonly VITE_SUPABASE_ANON_KEY?: string;
}

/** One name per build, set by vite.config.ts. */
declare const __BUILD_ID__: string;
