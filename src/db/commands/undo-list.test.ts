import { expect, test } from 'vitest';

/** What answers carry their way back; the types say that it is there. */
const WITH_UNDO = ['Done', 'BlocksDone', 'DaysDone', 'GroupDone', 'SeriesDone', 'StatusDone'];

/** What is taken away or moved and does not come back by one press, and why. */
const WITHOUT_UNDO: Record<string, string> = {
  cancelOps: 'a part of commands; they answer the undo',
  closeDay: 'a counted day is a record; a later count corrects it',
  closePayRun: 'what was paid to the team is a record',
  eraseClient: 'what the law wants gone must not come back',
  finishClientNote: 'a finished clinical note is a record; an addition corrects it',
  removeFilter: 'a filter of this device; restoreFilter puts it back',
  voidSale: 'it is itself the undo of a sale',
};

const COMMAND =
  /export const ((?:archive|cancel|clear|close|delete|erase|finish|merge|move|remove|resize|void)[A-Z]\w*) = [\s\S]*?\): Promise<([\s\S]*?)> =>/g;

const sources = import.meta.glob<string>(['./*.ts', '!./*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

const commands = Object.values(sources).flatMap((source) =>
  [...source.matchAll(COMMAND)].map(([, name = '', answer = '']) => ({
    name,
    hasUndo: WITH_UNDO.some((type) => answer === `Result<${type}>`),
  })),
);

test('whatever takes away or moves can be taken back, or it is said here why not', () => {
  expect(commands.length).toBeGreaterThan(40);
  expect(
    commands
      .filter(({ hasUndo }) => !hasUndo)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(Object.keys(WITHOUT_UNDO));
});
