import type { Chosen, PictureProblem } from '#platform/choose-pictures.ts';

const WORDS: Record<PictureProblem, string> = {
  unreadable: 'cannot be read on this device. Try a JPEG, PNG or WebP picture.',
  too_large: 'is larger than 20 MB.',
  empty: 'is empty.',
};

/** A sentence for each file that cannot be used. */
export const pictureProblems = (chosen: readonly Chosen[]): string[] =>
  chosen.flatMap((one) =>
    one.kind === 'problem' ? [`${one.name || 'This file'} ${WORDS[one.why]}`] : [],
  );
