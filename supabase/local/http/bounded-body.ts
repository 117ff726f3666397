/**
 * The request with all that was sent in memory; null = more than `most` bytes. Who sends in pieces has not
 * said how much it will be.
 */
export async function withBoundedBody(request: Request, most: number): Promise<Request | null> {
  if (!request.body) return request;
  const reader = request.body.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > most) {
      // Not cancelled: that would cut the line before the refusal has gone out.
      reader.releaseLock();
      return null;
    }
    pieces.push(value);
  }
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: new Blob(pieces),
    signal: request.signal,
  });
}
