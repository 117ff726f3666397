import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { callAsMember } from './rest.ts';
import { callPublic } from './public-server.ts';

/** What a device tells of itself; all of it may be empty. */
export type DeviceFacts = {
  name: string;
  platform: string;
  app_version: string;
  storage_bytes: number | null;
};

/** A browser in which the person is, or was, signed in. */
export type KnownDevice = DeviceFacts & {
  id: Uuid;
  first_seen_at: Instant;
  seen_at: Instant;
  signed_in: boolean;
};

/** Tells the server of this device; `forgotten` = it has to leave. */
export const noteDevice = (
  deviceId: Uuid,
  facts: DeviceFacts,
): Promise<Result<{ forgotten: boolean }>> =>
  callAsMember('note_device', { device_id: deviceId, facts });

/** The person's devices, those used last first. */
export const myDevices = async (): Promise<Result<KnownDevice[]>> => {
  const answer = await callAsMember<{ devices: KnownDevice[] }>('my_devices', {});
  return answer.ok ? ok(answer.value.devices) : answer;
};

/** Signs a device out at once; its data goes the next time it has a network. */
export const forgetDevice = (deviceId: Uuid): Promise<Result<unknown>> =>
  callAsMember('forget_device', { device_id: deviceId });

/** Whether this device was forgotten, for one that is no longer signed in. */
export const isForgotten = async (deviceId: Uuid): Promise<Result<boolean>> => {
  const answer = await callPublic<{ forgotten: boolean }>('device_state', { device_id: deviceId });
  return answer.ok ? ok(answer.value.forgotten) : answer;
};
