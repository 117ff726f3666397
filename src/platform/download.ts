/** Hands a file to the person. The name loses what file systems and mail programs stumble over. */
export const download = (fileName: string, content: BlobPart, type: string): void => {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = safeFileName(fileName);
  document.body.append(link);
  link.click();
  link.remove();
  // Safari starts reading only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 30_000);
};

/** Letters, digits, space, dot, hyphen and underscore; never empty, never a path, never hidden. */
export const safeFileName = (name: string): string => {
  const clean = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ._-]+/gu, '-')
    .replace(/^[.\s-]+/, '')
    .slice(0, 120)
    .trim();
  return clean || 'file';
};

/** Puts text on the clipboard; false when the browser refuses. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
