import { messageFor, ruleText } from '#app/messages.ts';
import {
  archiveSupplier,
  createSupplier,
  editSupplier,
  restoreSupplier,
} from '#db/commands/suppliers.ts';
import { useDb } from '#db/use-query.ts';
import { EMPTY_SUPPLIER } from '#domain/inventory/schema.ts';
import type { SupplierInput } from '#domain/inventory/schema.ts';
import type { SupplierRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { TextArea, TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { WholeField } from '#ui/whole-field.tsx';

type Texts = 'contact_name' | 'email' | 'phone' | 'account_no' | 'note';
type Values = Omit<SupplierInput, Texts> & Record<Texts, string>;

/** Makes or changes somebody whom products are ordered from. */
export function SupplierSheet({
  open,
  supplier,
  onClose,
}: {
  open: boolean;
  /** null makes a new one. */
  supplier: SupplierRow | null;
  onClose: () => void;
}) {
  const db = useDb();
  const { name, contact_name, email, phone, account_no, lead_days, note } =
    supplier ?? EMPTY_SUPPLIER;
  const form = useForm<Values>({
    initial: {
      name,
      lead_days,
      contact_name: contact_name ?? '',
      email: email ?? '',
      phone: phone ?? '',
      account_no: account_no ?? '',
      note: note ?? '',
    },
    rev: supplier?.rev,
    draftKey: `${db.name}.supplier.${supplier?.id ?? 'new'}`,
    words: { error: messageFor, rule: ruleText },
    save: ({ changed, values, seenRev }) =>
      supplier ? editSupplier(db, supplier.id, changed, seenRev) : createSupplier(db, values),
    onSaved: (value) => {
      tellOutcome({ ok: true, value }, 'Supplier saved', messageFor);
      onClose();
    },
  });
  const { values, change, error } = form;
  const isArchived = supplier?.status === 'archived';
  const setArchived = async (): Promise<void> => {
    if (!supplier) return;
    tellOutcome(
      await (isArchived ? restoreSupplier(db, supplier.id) : archiveSupplier(db, supplier.id)),
      isArchived ? `${supplier.name} is in use again` : `${supplier.name} archived`,
      messageFor,
    );
    onClose();
  };
  const text = (field: Texts, label: string, type: 'text' | 'email' | 'tel' = 'text') => (
    <TextField
      label={label}
      type={type}
      required={false}
      autoComplete="off"
      value={values[field]}
      error={error(field)}
      onChange={(value) => change({ [field]: value } as Partial<Values>)}
    />
  );
  return (
    <FormSheet
      open={open}
      title={supplier?.name ?? 'Add supplier'}
      form={form}
      focusFirst={!supplier}
      onClose={onClose}
      actions={
        supplier && (
          <Button variant="quiet" onClick={() => void setArchived()}>
            {isArchived ? 'Use again' : 'Archive'}
          </Button>
        )
      }
    >
      <TextField
        label="Name"
        value={values.name}
        maxLength={120}
        autoComplete="off"
        error={error('name')}
        onChange={(value) => change({ name: value })}
      />
      {text('contact_name', 'Contact')}
      {text('email', 'E-mail', 'email')}
      {text('phone', 'Phone', 'tel')}
      {text('account_no', 'Your customer number')}
      <WholeField
        label="Days until it comes"
        required={false}
        value={values.lead_days}
        error={error('lead_days')}
        onChange={(days) => change({ lead_days: days })}
      />
      <TextArea
        label="Note"
        required={false}
        value={values.note}
        error={error('note')}
        onChange={(value) => change({ note: value })}
      />
    </FormSheet>
  );
}
