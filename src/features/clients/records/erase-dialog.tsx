import { messageFor } from '#app/messages.ts';
import { eraseClient } from '#db/commands/erase-client.ts';
import { useDb } from '#db/use-query.ts';
import { clientName } from '#domain/clients/name.ts';
import type { ClientRow } from '#domain/rows.ts';
import { unlinkWords } from '../family/family-words.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/fields.tsx';
import { Modal } from '#ui/modal.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useState } from 'react';

/** What has to be typed: a press too many erases nobody. */
const WORD = 'ERASE';

/** Asks before somebody is erased; there is no way back. */
export function EraseDialog({
  open,
  client,
  dependants,
  onClose,
}: {
  open: boolean;
  client: ClientRow;
  dependants: readonly ClientRow[];
  onClose: () => void;
}) {
  const db = useDb();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  // While the dialog leaves, the client has no name any more.
  const [name, setName] = useState('');
  const wanted = clientName(client);
  if (open && client.status !== 'anonymised' && name !== wanted) setName(wanted);
  const leave = (): void => {
    setTyped('');
    setWrong(false);
    onClose();
  };
  const erase = async (): Promise<void> => {
    if (typed.trim().toUpperCase() !== WORD) return setWrong(true);
    const done = await eraseClient(db, client.id);
    tellOutcome(done, 'The client was erased', messageFor);
    if (done.ok) leave();
  };
  return (
    <Modal
      open={open}
      size="sm"
      title={`Erase ${name}?`}
      onClose={leave}
      footer={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button variant="danger" type="submit" form="erase-client">
            Erase for good
          </Button>
        </>
      }
    >
      <form
        id="erase-client"
        noValidate
        className="grid gap-3 text-pretty"
        onSubmit={(event) => {
          event.preventDefault();
          void erase();
        }}
      >
        <p>
          Name, contacts, notes, consents, tests and everything written in their appointments go:
          here, on every device of your team and on the server, with their links and mails. Visits
          and prices stay, without a name.
        </p>
        {dependants.length > 0 && <p>{unlinkWords(dependants)}</p>}
        <p className="font-medium">This cannot be undone.</p>
        <TextField
          label={`Type ${WORD} to go on`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setWrong(false);
          }}
          error={isWrong ? `Type ${WORD} to go on.` : undefined}
        />
      </form>
    </Modal>
  );
}
