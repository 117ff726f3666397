import { expect, test } from 'vitest';

/** What answers carry their way back; the types say that it is there. */
const HAS_UNDO = /\w*Done\b|HandedOver|UndoneImport|\bundo: /;

/** What takes away or overwrites and does not come back by one press, and why. */
const WITHOUT_UNDO: Record<string, string> = {
  acceptOverlap: 'an answer to a question; the appointment can still be moved or cancelled',
  addPhoto: 'something new, which deletePhoto takes away; only its pair is patched',
  askAgain: 'it is itself the undo of a decision',
  blockGiftCard: 'pressed again it opens the card',
  closeDay: 'a counted day is a record; a later count corrects it',
  closePayRun: 'what was paid to the team is a record',
  countersign: 'a signature is a record',
  createAppointment:
    'something new, which cancelAppointment takes away; what it ends is its waitlist entry',
  eraseClient: 'what the law wants gone must not come back',
  extendGiftCard: 'a card is never made shorter than its holder was told',
  fileSubmission: 'a sealed form is a record; it is made void with a reason',
  finishClientNote: 'a finished clinical note is a record; an addition corrects it',
  importClients: 'undoImport takes the whole import back',
  reopenWaitlistEntry: 'closeWaitlistEntry is its opposite, beside it',
  restoreVariant: 'archiveVariant is its opposite, beside it',
  takeBack: 'it is itself the undo of a series',
  voidSale: 'it is itself the undo of a sale',
};

/** What ends rows that were there, or overwrites what stood in them… */
const TAKES = /\b(?:patchOp|deleteOp|removeOp)\(/;
/** …and what ends something by a line of a ledger. */
const ENDS = /^export const (?:archive|block|cancel|clear|close|delete|finish|remove|void)[A-Z]/;

type Part = { name: string; text: string; isIn: (file: string) => boolean; answer: string };

const sources = import.meta.glob<string>(['./*.ts', '!./*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Every function of the commands, and where its name means it: in its file and where it is imported. */
const parts = Object.entries(sources).flatMap(([file, source]) =>
  source
    .split(/^(?=(?:export )?const \w+)/m)
    .slice(1)
    .map((text): Part => {
      const name = /const (\w+)/.exec(text)?.[1] ?? '';
      const imported = new RegExp(
        `import \\{[^}]*\\b${name}\\b[^}]*\\} from '\\./${file.slice(2).replace('.', '\\.')}'`,
      );
      const answer = /^export const [\s\S]*?\): Promise<(Result<[\s\S]*?)> (?:=>|\{)/.exec(text);
      return {
        name,
        text,
        isIn: (other) => other === file || imported.test(sources[other] ?? ''),
        answer: answer?.[1] ?? '',
      };
    })
    .map((part) => ({ ...part, file })),
);

/** Whoever uses a part that takes something away does so too. */
const takers = (): ReadonlySet<Part> => {
  const found = new Set(parts.filter(({ text }) => TAKES.test(text) || ENDS.test(text)));
  for (const taker of found) {
    const used = new RegExp(`\\b${taker.name}\\b`);
    for (const part of parts) {
      if (taker.isIn(part.file) && used.test(part.text)) found.add(part);
    }
  }
  return found;
};

test('whatever takes away or overwrites can be taken back, or it is said here why not', () => {
  const commands = [...takers()].filter(({ answer }) => answer !== '');
  expect(commands.length).toBeGreaterThan(100);
  expect(
    commands
      .filter(({ answer }) => !HAS_UNDO.test(answer))
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(Object.keys(WITHOUT_UNDO));
});
