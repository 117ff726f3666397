import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FunctionEnv, FunctionHandler } from '#supabase/functions/_shared/handler.ts';
import { json } from './http/responses.ts';
import type { Log } from './log.ts';

export type FunctionsHost = {
  handle(request: Request): Promise<Response>;
};

/** Runs the handlers of supabase/functions in this process, see functions/README.md. */
export async function createFunctionsHost(
  folder: string,
  own: Record<string, string>,
  log: Log,
): Promise<FunctionsHost> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = new Set(
    entries
      .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'handler.ts')))
      .map((entry) => entry.name),
  );
  const env: FunctionEnv = { get: (name) => own[name] ?? process.env[name] };
  const loaded = new Map<string, Promise<FunctionHandler>>();

  const load = (name: string): Promise<FunctionHandler> => {
    const known = loaded.get(name);
    if (known) return known;
    const url = pathToFileURL(join(folder, name, 'handler.ts')).href;
    const loading = import(/* @vite-ignore */ url).then((module: { handler?: unknown }) => {
      if (typeof module.handler !== 'function') {
        throw new Error(`functions/${name}/handler.ts does not export "handler"`);
      }
      return module.handler as FunctionHandler;
    });
    loaded.set(name, loading);
    loading.catch(() => loaded.delete(name));
    return loading;
  };

  return {
    async handle(request) {
      const name = /^\/functions\/v1\/([a-z0-9_-]+)/.exec(new URL(request.url).pathname)?.[1];
      if (!name || !names.has(name)) {
        return json(404, { code: 'NOT_FOUND', message: 'Requested function was not found' });
      }
      try {
        const handler = await load(name);
        return await handler(request, env);
      } catch (error) {
        // What went wrong inside is for the log; the caller may be anybody.
        log('error', `function ${name} failed`, error);
        return json(500, { code: 'WORKER_ERROR', message: 'Function exited due to an error' });
      }
    },
  };
}
