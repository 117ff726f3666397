import { askForForm } from '#db/commands/form-requests.ts';
import {
  assignSubmission,
  countersign,
  fileSubmission,
  voidSubmission,
} from '#db/commands/form-submissions.ts';
import {
  archiveForm,
  createForm,
  editForm,
  publishForm,
  renewFormKey,
  restoreForm,
} from '#db/commands/forms.ts';
import { reviewSubmission } from '#db/commands/review-submission.ts';
import { valueOf } from '#db/test-rows.ts';
import { must } from '#domain/errors/assert.ts';
import { field, formFile } from '#domain/forms/form-cases.ts';
import { newestVersion } from '#domain/forms/newest-version.ts';
import type { FormAnswers } from '#domain/rows.ts';
import type { Booked } from './work.ts';
import type { World } from './world.ts';

/** A form in two versions, filled in with and without a client, countersigned, and one taken back. */
export const fillForms = async ({ db }: World, { ada }: Booked): Promise<void> => {
  const { id } = valueOf(
    await createForm(db, {
      name: 'Before your visit',
      kind: 'consent',
      fields: [field('q1', 'short_text', { label: 'What are you allergic to?' })],
      public_link_on: false,
      wanted: 'before',
      offset_min: null,
      service_ids: [],
      frequency: 'every_n_months',
      every_months: 6,
      enforce: 'warn',
      countersign: true,
    }),
  );
  valueOf(await publishForm(db, id));
  valueOf(
    await editForm(db, id, {
      fields: [
        field('q1', 'short_text', {
          label: 'What are you allergic to?',
          flag: { op: 'filled', level: 'danger' },
        }),
        field('q2', 'signature', { label: 'Your signature', required: true }),
        field('q3', 'long_text', { label: 'Anything else', map_to: 'alert_note' }),
        field('q4', 'photo', { label: 'The place' }),
      ],
    }),
  );
  valueOf(await publishForm(db, id));
  valueOf(await archiveForm(db, id));
  valueOf(await restoreForm(db, id));
  valueOf(await renewFormKey(db, id));
  const versions = await db.rows('form_versions').where('form_id').equals(id).toArray();
  const versionId = must(newestVersion(versions, id), 'the second version').id;
  const photo = formFile(1, { id: crypto.randomUUID(), name: 'Straße “1”.webp' });
  const name = (words: string) => ({ name: words, strokes: [] });
  const fill = async (clientId: string | null, q1: string, more: FormAnswers = {}) =>
    valueOf(
      await fileSubmission(db, {
        versionId,
        clientId,
        appointmentId: null,
        answers: { q1, q2: name('Ada Lovelace'), ...more },
        files: new Map([[photo.id, new ArrayBuffer(3)]]),
      }),
    );
  const first = await fill(ada, 'Latex “and” ümlauts', { q3: 'Nuts', q4: [photo] });
  const review = valueOf(await reviewSubmission(db, first, ['alert_note'], undefined));
  valueOf(await review.undo());
  valueOf(await reviewSubmission(db, first, [], undefined));
  valueOf(await countersign(db, first, name('Owner')));
  const second = await fill(null, '');
  valueOf(await assignSubmission(db, second, ada));
  valueOf(await voidSubmission(db, second, 'Filled in for somebody else'));
  const asked = { form_id: id, client_id: ada, appointment_id: null } as const;
  valueOf(await askForForm(db, { ...asked, channel: 'email' }));
  valueOf(await askForForm(db, { ...asked, channel: 'phone' }));
};
