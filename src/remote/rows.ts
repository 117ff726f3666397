/** Where the data is and the key that goes with it. */
export type RowsServer = { url: string; publishableKey: string };

/** What came back, or why nothing did. The sync engine reads it; nothing here judges. */
export type RowsReply =
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

/**
 * Calls one of the functions that carry rows (sync_pull, sync_window, sync_push, sync_digest) with
 * the token given. Runs in the worker: nothing but fetch. Never throws.
 */
export const callRows = async (
  server: RowsServer,
  name: string,
  args: Record<string, unknown>,
  options: { token: string; signal: AbortSignal },
): Promise<RowsReply> => {
  try {
    const response = await fetch(`${server.url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: server.publishableKey,
        authorization: `Bearer ${options.token}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify(args),
      // Tokens and rows belong in no cache, and a redirect is always somebody else's page.
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'manual',
      signal: options.signal,
    });
    if (response.type === 'opaqueredirect') {
      return { kind: 'reply', status: 302, body: undefined, html: true, retryAfter: null };
    }
    const text = await response.text();
    return {
      kind: 'reply',
      status: response.status,
      body: parse(text),
      html: (response.headers.get('content-type') ?? '').includes('html'),
      retryAfter: response.headers.get('retry-after'),
    };
  } catch {
    return options.signal.aborted ? { kind: 'timeout' } : { kind: 'unreachable' };
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
