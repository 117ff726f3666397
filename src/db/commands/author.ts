import type { WriteScope } from '../write.ts';

/** Who the signed-in person is to readers: as their column is called, else their address. */
export const authorName = async (scope: WriteScope): Promise<string> => {
  const [memberships, staff] = [await scope.all('memberships'), await scope.all('staff')];
  const mine = memberships.find(({ user_id }) => user_id === scope.userId);
  const own = mine && staff.find(({ membership_id }) => membership_id === mine.id);
  return own?.display_name ?? mine?.email ?? '';
};
