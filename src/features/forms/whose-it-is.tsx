import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { messageFor } from '#app/messages.ts';
import { assignSubmission } from '#db/commands/form-submissions.ts';
import { useDb } from '#db/use-query.ts';
import type { Uuid } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import type { ClientPicker } from '#ui/client-picker.ts';
import { tellOutcome } from '#ui/outcome.ts';

/** For a form that came by its own link: nobody but the staff can say whose answers these are. */
export function WhoseItIs({ id, clientPicker: Picker }: { id: Uuid; clientPicker: ClientPicker }) {
  const db = useDb();
  const [isAsked, setAsked] = useState(false);
  const [clientId, setClientId] = useState<Uuid | null>(null);
  const [isMissing, setMissing] = useState(false);
  if (!isAsked) {
    return (
      <Button icon={UserRoundPlus} className="justify-self-start" onClick={() => setAsked(true)}>
        Say whose it is
      </Button>
    );
  }
  const assign = async (): Promise<void> => {
    setMissing(clientId === null);
    if (clientId === null) return;
    tellOutcome(await assignSubmission(db, id, clientId), 'It is with the client now', messageFor);
  };
  return (
    <section aria-label="Whose it is" className="grid grid-cols-1 gap-3">
      <Picker
        clientId={clientId}
        error={isMissing ? 'Choose a client.' : undefined}
        onChange={setClientId}
      />
      <span className="flex gap-2">
        <Button variant="primary" onClick={() => void assign()}>
          Put it with this client
        </Button>
        <Button onClick={() => setAsked(false)}>Not now</Button>
      </span>
    </section>
  );
}
