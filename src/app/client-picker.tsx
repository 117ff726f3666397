import { Suspense } from 'react';
import type { ClientPicker } from '#ui/client-picker.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

const ClientField = lazyPart(
  async () => (await import('#features/appointments/client-field.tsx')).ClientField,
);

/** The search for a client that appointments have, for the parts that need one as well. */
export const PickClient: ClientPicker = ({ clientId, error, onChange }) => (
  <Suspense>
    <ClientField
      value={{ clientId, isWalkIn: false }}
      error={error}
      withWalkIn={false}
      onChange={(whom) => onChange(whom.clientId)}
    />
  </Suspense>
);
