/** As much of Deno as the entries use; the handlers know nothing of it. */
declare namespace Deno {
  const env: { get(name: string): string | undefined };
  function serve(handler: (request: Request) => Promise<Response> | Response): unknown;
}
