import type { Result } from '#domain/errors/result.ts';
import type { Instant } from '#domain/rows.ts';
import { nowMs } from '#platform/clock.ts';
import { env } from '#platform/env.ts';
import { callRpc, post } from './public-rpc.ts';
import type { RpcOptions } from './public-rpc.ts';

/** Calls a public function of this page's server. */
export const callPublic = <T>(
  name: string,
  args: Record<string, unknown>,
  options?: RpcOptions,
): Promise<Result<T>> => {
  const { backendUrl, publishableKey } = env();
  return callRpc({ url: backendUrl, key: publishableKey }, name, args, options);
};

/** Calls an edge function of this page's server that answers like a public function. */
export const callPublicFunction = <T>(
  name: string,
  args: Record<string, unknown>,
): Promise<Result<T>> => {
  const { backendUrl, publishableKey } = env();
  return post({ url: backendUrl, key: publishableKey }, `/functions/v1/${name}`, args);
};

/** How far this device's clock is behind the server's: people set their clocks wrong. */
let behindMs = 0;

/** The server's time as far as it is known; the device's own until the first answer. */
export const serverNowMs = (): number => nowMs() + behindMs;

/** Passes an answer on and sets our idea of the server's clock by it. */
export const readClock = <T extends { server_time: Instant }>(answer: Result<T>): Result<T> => {
  if (answer.ok) behindMs = Date.parse(answer.value.server_time) - nowMs();
  return answer;
};
