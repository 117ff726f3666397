import { leaveAndWipe, wipePerson } from '#app/sign-out/leave.ts';
import { workspaceHolder } from '#app/workspace-holder.ts';
import { showToast } from '#ui/toast.ts';

/**
 * Removes everything of somebody from this device, because they said so on another one. Nothing is
 * sent first: whoever has the device may not be who the work belongs to.
 */
export const leaveForgotten = async (userId: string): Promise<void> => {
  const open = workspaceHolder.get();
  if (open?.userId === userId) await leaveAndWipe(open);
  else await wipePerson(userId);
  showToast({
    type: 'warning',
    title: 'This device was forgotten',
    description: 'You signed it out from another device. Its data was removed.',
  });
};
