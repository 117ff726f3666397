import { putOp } from '#domain/commands/op.ts';
import type { NewRow } from '#domain/commands/op.ts';
import type { Result } from '#domain/errors/result.ts';
import type { HandedTextRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision } from '../write.ts';
import { authorName } from './author.ts';

/** A link that is pressed twice is one text. */
const AGAIN_AFTER_MS = 10_000;

/**
 * Notes that a text was handed to the messages of this phone. What it said is not kept, and whether it was
 * sent only the phone knows. Answers its id.
 */
export const noteHandedText = (
  db: DaybookDb,
  text: Pick<HandedTextRow, 'client_id' | 'appointment_id' | 'kind' | 'channel'>,
): Promise<Result<Uuid>> =>
  write(db, 'client.hand_text', async (scope): Promise<Decision<Uuid>> => {
    const before = await scope.list('handed_texts', 'client_id', text.client_id);
    const justNow = before.find(
      ({ kind, appointment_id, at }) =>
        kind === text.kind &&
        appointment_id === text.appointment_id &&
        Date.parse(scope.now) - Date.parse(at) < AGAIN_AFTER_MS,
    );
    if (justNow) return { ops: [], value: justNow.id };
    const row: NewRow<'handed_texts'> = {
      ...text,
      id: scope.newId(),
      business_id: scope.businessId,
      author_name: await authorName(scope),
      at: scope.now,
    };
    return { ops: [putOp('handed_texts', row)], value: row.id };
  });
