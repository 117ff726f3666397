import { unzipSync } from 'fflate';

/** The files of a ZIP, all of them text. */
export const unzip = (zip: Uint8Array): Map<string, string> =>
  new Map(
    Object.entries(unzipSync(zip)).map(([name, bytes]) => [
      name,
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
    ]),
  );
