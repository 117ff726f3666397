import { findProof } from '#domain/proof/find-proof.ts';

/** So many at once that nobody feels it between two frames. */
const CHUNK = 2000;

/** A proof of work for a key, in pieces: the page answers meanwhile. */
export const prove = async (key: string): Promise<string> => {
  for (let from = 0; ; from += CHUNK) {
    const found = findProof(key, from, CHUNK);
    if (found !== null) return String(found);
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 0);
    });
  }
};
