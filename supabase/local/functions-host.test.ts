import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFunctionsHost, type FunctionsHost } from './functions-host.ts';

const FUNCTIONS = {
  echo: `export const handler = async (request, env) => new Response(
    JSON.stringify({ body: await request.text(), key: env.get('OWN'), missing: env.get('NO_SUCH') ?? null }))`,
  broken: `export const handler = () => { throw new Error('password=hunter2') }`,
  unfinished: `export const nothing = 1`,
};

describe('functions', () => {
  let folder: string;
  let host: FunctionsHost;
  const logged: string[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-fn-'));
    for (const [name, source] of Object.entries(FUNCTIONS)) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'handler.ts'), source);
    }
    mkdirSync(join(folder, '_shared'));
    host = await createFunctionsHost(folder, { OWN: 'value' }, (_level, text) => logged.push(text));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const call = async (path: string, body = '') => {
    const url = `http://127.0.0.1/functions/v1/${path}`;
    const response = await host.handle(new Request(url, { method: 'POST', body }));
    return { status: response.status, body: await response.text() };
  };

  it('get the request and the environment by name', async () => {
    const { status, body } = await call('echo', 'hello');
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({ body: 'hello', key: 'value', missing: null });
  });

  it('that fail say so in the log, not to the caller', async () => {
    const { status, body } = await call('broken');
    expect(status).toBe(500);
    expect(body).not.toContain('hunter2');
    expect(logged).toContain('function broken failed');
  });

  it('without a handler are a mistake of ours', async () => {
    expect((await call('unfinished')).status).toBe(500);
  });

  it.each(['nothing', '_shared', '..%2fecho', ''])('named %j do not exist', async (name) => {
    expect((await call(name)).status).toBe(404);
  });
});
