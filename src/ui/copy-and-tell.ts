import { copyText } from '#platform/download.ts';
import { showToast } from './toast.ts';

/** Puts text on the clipboard, and says whether the browser let us. */
export const copyAndTell = async (text: string, done: string): Promise<void> => {
  const isCopied = await copyText(text);
  showToast(
    isCopied
      ? { type: 'success', title: done }
      : { type: 'error', title: 'The browser did not allow copying' },
  );
};
