import { messageFor, ruleText } from '#app/messages.ts';
import { addPatchTest } from '#db/commands/patch-tests.ts';
import { useDb } from '#db/use-query.ts';
import { expiryOf } from '#domain/clients/patch-tests.ts';
import type { ClientRow, Day, PatchTestRow, ServiceRow } from '#domain/rows.ts';
import { instantAtWall } from '#domain/time/clock-text.ts';
import { isDay } from '#domain/time/day.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { DateField, SelectField, TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';

/** Half a year, when no service says otherwise. */
const VALID_DAYS = 183;
/** A test of another day counts from its noon. */
const NOON = 720;

/** A test that was done: with what, when, and what came of it. */
export function PatchTestSheet({
  open,
  client,
  services,
  today,
  timeZone,
  onClose,
}: {
  open: boolean;
  client: ClientRow;
  services: readonly Pick<
    ServiceRow,
    'id' | 'name' | 'patch_test_required' | 'patch_test_valid_days'
  >[];
  today: Day;
  timeZone: string;
  onClose: () => void;
}) {
  const db = useDb();
  const form = useForm({
    initial: {
      product: '',
      batch: '',
      service_id: '',
      day: today,
      /** Empty: follows from the day. */
      expires: '',
      result: 'pending' as PatchTestRow['result'],
    },
    draftKey: `${db.name}.client.${client.id}.test`,
    words: { error: messageFor, rule: ruleText },
    save: async ({ values }) => {
      const saved = await addPatchTest(db, client.id, {
        product: values.product,
        batch: values.batch || null,
        service_id: values.service_id || null,
        performed_at: values.day === today ? db.now() : instantAtWall(timeZone, values.day, NOON),
        expires_on: expiresOn,
        result: values.result,
      });
      if (saved.ok) tellOutcome(saved, 'Patch test added', messageFor);
      return saved;
    },
    onSaved: onClose,
  });
  const { values, change, error } = form;
  const asking = services.filter(({ patch_test_required }) => patch_test_required);
  const validDays =
    services.find(({ id }) => id === values.service_id)?.patch_test_valid_days ??
    asking[0]?.patch_test_valid_days ??
    VALID_DAYS;
  const expiresOn = values.expires || expiryOf(values.day, validDays);
  return (
    <FormSheet
      open={open}
      title="Add patch test"
      form={form}
      saveLabel="Add patch test"
      focusFirst
      onClose={onClose}
    >
      <TextField
        label="Product"
        autoComplete="off"
        value={values.product}
        onChange={(product) => change({ product })}
        error={error('product')}
      />
      <TextField
        label="Batch"
        required={false}
        autoComplete="off"
        value={values.batch}
        onChange={(batch) => change({ batch })}
        error={error('batch')}
      />
      <SelectField
        label="For"
        placeholder="All services that ask for a test"
        value={values.service_id}
        onChange={(service_id) => change({ service_id })}
        options={asking.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <div className="grid grid-cols-2 gap-3 *:min-w-0">
        <DateField
          label="Done on"
          max={today}
          value={values.day}
          onChange={(day) => isDay(day) && change({ day })}
          error={error('performed_at')}
        />
        <DateField
          label="Valid until"
          min={values.day}
          value={expiresOn}
          onChange={(expires) => isDay(expires) && change({ expires })}
          error={error('expires_on')}
        />
      </div>
      <ChoiceField
        label="Result"
        value={values.result}
        onChange={(result) => change({ result })}
        choices={[
          { value: 'pending', label: 'Not read yet' },
          { value: 'passed', label: 'No reaction' },
          { value: 'failed', label: 'Reaction' },
        ]}
      />
    </FormSheet>
  );
}
