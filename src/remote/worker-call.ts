/** Where the data is and the key that goes with it. */
export type WorkerServer = { url: string; publishableKey: string };

export type WorkerCall = { token: string; signal: AbortSignal };

/** What came back, or why nothing did. The sync engine reads it; nothing here judges. */
export type WorkerReply =
  | {
      kind: 'reply';
      status: number;
      /** Parsed JSON; undefined when the body was none, or was cut. */
      body: unknown;
      html: boolean;
      retryAfter: string | null;
    }
  | { kind: 'unreachable' }
  | { kind: 'timeout' };

/** What every request of the worker has in common. */
export const requestOf = (
  server: WorkerServer,
  { token, signal }: WorkerCall,
  headers: Record<string, string>,
): RequestInit => ({
  headers: { apikey: server.publishableKey, authorization: `Bearer ${token}`, ...headers },
  // Tokens, rows and pictures of people belong in no cache but our own, and a redirect is always
  // somebody else's page.
  cache: 'no-store',
  credentials: 'omit',
  redirect: 'manual',
  signal,
});

/** Reads what `ask` was answered; a body that it has read itself is left out. Never throws. */
export const replyTo = async (
  { signal }: WorkerCall,
  ask: () => Promise<Response>,
): Promise<WorkerReply> => {
  try {
    const response = await ask();
    if (response.type === 'opaqueredirect') {
      return { kind: 'reply', status: 302, body: undefined, html: true, retryAfter: null };
    }
    const text = response.bodyUsed ? '' : await response.text();
    return {
      kind: 'reply',
      status: response.status,
      body: parse(text),
      html: (response.headers.get('content-type') ?? '').includes('html'),
      retryAfter: response.headers.get('retry-after'),
    };
  } catch {
    return signal.aborted ? { kind: 'timeout' } : { kind: 'unreachable' };
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
