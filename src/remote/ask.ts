/** Where the server is and the key that anybody may know. */
export type PublicServer = { url: string; key: string };

/** One request to the server as nobody in particular. */
export const ask = (
  { key }: PublicServer,
  address: string,
  body: string,
  options: Pick<RequestInit, 'keepalive' | 'signal'>,
): Promise<Response> =>
  fetch(address, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json', accept: 'application/json' },
    body,
    cache: 'no-store',
    credentials: 'omit',
    ...options,
  });
