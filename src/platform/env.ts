export type Env = {
  backendUrl: string;
  publishableKey: string;
  /** Name of the session in this browser's storage: `sb-{project}-auth-token`. */
  sessionKey: string;
  buildId: string;
};

/** The key of the embedded backend; not a secret, like every publishable key. */
const LOCAL_KEY = 'sb_publishable_daybook_local';

/** Reads the settings that Vite built in. Throws one error that names everything that is wrong. */
export const readEnv = (
  raw: Pick<
    ImportMetaEnv,
    'VITE_SUPABASE_URL' | 'VITE_SUPABASE_PUBLISHABLE_KEY' | 'VITE_SUPABASE_ANON_KEY'
  >,
  origin: string,
  buildId: string,
): Env => {
  const wrong: string[] = [];
  const url = (raw.VITE_SUPABASE_URL || origin).replace(/\/+$/, '');
  if (!/^https?:\/\/[^/]+/.test(url)) {
    wrong.push(`VITE_SUPABASE_URL is "${url}"; it must start with https:// (or http:// locally)`);
  }
  const named = raw.VITE_SUPABASE_PUBLISHABLE_KEY || raw.VITE_SUPABASE_ANON_KEY;
  if (raw.VITE_SUPABASE_URL && !named) {
    wrong.push('VITE_SUPABASE_PUBLISHABLE_KEY is missing, though VITE_SUPABASE_URL is set');
  }
  if (named?.startsWith('sb_secret_')) {
    wrong.push('VITE_SUPABASE_PUBLISHABLE_KEY holds a secret key: everybody could read it');
  }
  if (wrong.length > 0) {
    throw new Error(`This build is configured wrongly: ${wrong.join('; ')}. See .env.example.`);
  }
  return {
    backendUrl: url,
    publishableKey: named || LOCAL_KEY,
    sessionKey: `sb-${projectOf(url)}-auth-token`,
    buildId,
  };
};

/** First part of the host name, as supabase-js takes it: `abc` of abc.supabase.co, `127` of 127.0.0.1. */
const projectOf = (url: string): string => new URL(url).hostname.split('.')[0] ?? 'local';

/** The settings of this page. */
export const env = (): Env => {
  known ??= readEnv(import.meta.env, location.origin, __BUILD_ID__);
  return known;
};

let known: Env | undefined;
