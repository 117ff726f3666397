import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The names below /assets/ that the built app in `folder` keeps for offline. */
export const keptAssets = async (folder: string): Promise<string[]> => {
  const core = namesIn(await readFile(join(folder, 'sw.js'), 'utf8'));
  const appList = core.find((name) => name.endsWith('.txt'));
  if (appList === undefined) throw new Error('sw.js names no list of the app');
  return [...core, ...namesIn(await readFile(join(folder, 'assets', appList), 'utf8'))];
};

/** In the script the list is a text, its lines apart by an escaped newline. */
const namesIn = (text: string): string[] => {
  const list = text.replaceAll('\\n', '\n');
  const found = list.matchAll(/([\w.-]+-[\w-]{8}\.(?:js|css|svg|txt)) /g);
  return [...found].map(([, name]) => name!);
};
