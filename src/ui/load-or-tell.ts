import { whyMissing } from '#platform/stale-assets.ts';
import { showToast } from './toast.ts';

/**
 * Loads what a press needs and nobody has fetched so far. null: it cannot come now, the person was
 * told, and nothing has happened.
 * @throws what the import threw when a newer release has removed the file.
 */
export const loadOrTell = async <T>(load: () => Promise<T>): Promise<T | null> => {
  try {
    return await load();
  } catch (error) {
    const reason = await whyMissing();
    if (reason === 'gone') throw error;
    if (reason === 'unreachable') {
      showToast({
        type: 'info',
        title: 'This is not on this device yet',
        description: 'Press again as soon as you are online.',
      });
    }
    return null;
  }
};
