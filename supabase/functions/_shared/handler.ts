/** What a function may know about where it runs: secrets and addresses by name. */
export type FunctionEnv = { get(name: string): string | undefined };

/** A function is a web-standard request handler; every runtime can call it. */
export type FunctionHandler = (request: Request, env: FunctionEnv) => Promise<Response> | Response;
