import { forgetDeviceHere } from '#app/devices/device-number.ts';
import { forgetBusinesses } from '#app/my-businesses.ts';
import { forgetPin } from '#app/pin/kept-people.ts';
import { forgetKept } from '#app/sync/kept-mark.ts';
import { noteTrial } from '#app/trial/trial-mark.ts';
import { finishWipe } from '#platform/wipe.ts';
import { forgetSessionOf } from '#remote/auth.ts';

/** The local databases of one person, whatever business and format. */
export const databasesOf =
  (userId: string) =>
  (name: string): boolean =>
    name.startsWith('daybook-f') && name.includes(`-${userId}-`);

/** What this browser remembers of a person besides their databases and their session. */
export const forgetPerson = (userId: string): void => {
  forgetBusinesses(userId);
  forgetPin(userId);
  noteTrial(userId, null);
  forgetDeviceHere(userId);
  forgetKept(databasesOf(userId));
};

/** Goes through with sign-outs that died in the middle. Before anything of them could be seen. */
export const finishLeaving = async (): Promise<void> => {
  for (const userId of await finishWipe(databasesOf)) {
    forgetPerson(userId);
    forgetSessionOf(userId);
  }
};
