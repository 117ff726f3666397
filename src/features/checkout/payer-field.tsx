import { useQuery } from '#db/use-query.ts';
import { usualPayer } from '#domain/clients/guardian.ts';
import { clientName } from '#domain/clients/name.ts';
import type { Uuid } from '#domain/rows.ts';
import { Card } from '#ui/card.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';

/** Of somebody with a guardian: who of the two pays. */
export function PayerField({
  clientId,
  value,
  onChange,
}: {
  clientId: Uuid;
  /** undefined = as it is usual in their family. */
  value: Uuid | null | undefined;
  onChange: (payerId: Uuid | null) => void;
}) {
  const family = useQuery(
    async (db) => {
      const client = await db.rows('clients').get(clientId);
      const guardian = client?.guardian_id && (await db.rows('clients').get(client.guardian_id));
      return client && guardian && guardian.status === 'active' ? { client, guardian } : null;
    },
    [clientId],
  );
  if (!family) return null;
  const { client, guardian } = family;
  const payer = value === undefined ? usualPayer(client, guardian) : value;
  return (
    <Card>
      <ChoiceField
        label="Who pays"
        columns
        value={payer ?? client.id}
        onChange={(id) => onChange(id === client.id ? null : id)}
        choices={[client, guardian].map((one) => ({ value: one.id, label: clientName(one) }))}
      />
    </Card>
  );
}
