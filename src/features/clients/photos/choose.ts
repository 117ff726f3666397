import { PHOTO_MAX_SIDE } from '#domain/clients/photos.ts';
import type { Instant } from '#domain/rows.ts';
import { chooseFiles } from '#platform/choose-files.ts';
import { choosePictures } from '#platform/choose-pictures.ts';
import type { Chosen } from '#platform/choose-pictures.ts';
import { pictureProblems } from '#ui/picture-problems.ts';

export type ChosenPhoto = Extract<Chosen, { kind: 'picture' }>;
/** Kept as it is, under its name. */
export type ChosenPdf = { key: string; name: string; data: ArrayBuffer };

type Choice = { pictures: ChosenPhoto[]; pdfs: ChosenPdf[]; problems: string[] };

/** What was handed over, made ready to be kept, and a sentence for each file that cannot be. */
export const choose = async (files: readonly File[], now: Instant): Promise<Choice> => {
  const chosen = await choosePictures(
    files.filter((file) => !claimsToBePdf(file)),
    now,
    { maxSide: PHOTO_MAX_SIDE, isSquare: false },
  );
  const choice: Choice = {
    pictures: chosen.filter((one): one is ChosenPhoto => one.kind === 'picture'),
    pdfs: [],
    problems: pictureProblems(chosen),
  };
  const others = await chooseFiles(files.filter(claimsToBePdf), now, true);
  for (const [place, one] of others.entries()) {
    if (one.kind === 'file' && one.file.media_type === 'application/pdf') {
      const { name } = one.file;
      choice.pdfs.push({ key: `${now} ${place} ${name}`, name, data: one.data });
    } else {
      const name = one.kind === 'file' ? one.file.name : one.name;
      const isHuge = one.kind === 'problem' && one.why === 'document_too_large';
      choice.problems.push(`${name} ${isHuge ? 'is larger than 10 MB.' : 'is no PDF.'}`);
    }
  }
  return choice;
};

const claimsToBePdf = ({ name, type }: File): boolean =>
  type === 'application/pdf' || /\.pdf$/i.test(name);
