import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { handOverAppointments } from '#db/commands/hand-over.ts';
import { useDb } from '#db/use-query.ts';
import type { StaffRow, Uuid } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/fields.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Modal } from '#ui/modal.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellFailure, tellOutcome } from '#ui/outcome.ts';
import { useState } from 'react';

/** Somebody who still has appointments leaves the team: first somebody else takes them. */
export function ArchiveDialog({
  open,
  staff,
  count,
  team,
  onReady,
  onClose,
}: {
  open: boolean;
  staff: StaffRow;
  /** How many appointments are ahead. */
  count: number;
  /** Who could take them. */
  team: readonly StaffRow[];
  /** Nothing is left: they can be archived. */
  onReady: () => void;
  onClose: () => void;
}) {
  const db = useDb();
  const [to, setTo] = useState<Uuid>('');
  const [isBusy, setBusy] = useState(false);
  const [left, setLeft] = useState<number | null>(null);
  const taker = team.find(({ id }) => id === to);
  const handOver = async (): Promise<void> => {
    if (!taker || isBusy) return;
    setBusy(true);
    const result = await handOverAppointments(db, staff.id, taker.id);
    setBusy(false);
    if (!result.ok) return tellFailure(result.error, messageFor);
    const { moved } = result.value;
    if (moved > 0) {
      tellOutcome(
        result,
        `${moved === 1 ? 'One appointment' : `${moved} appointments`} given to ${taker.display_name}`,
        messageFor,
      );
    }
    if (result.value.left.length === 0) onReady();
    else setLeft(result.value.left.length);
  };
  return (
    <Modal
      open={open}
      size="sm"
      title={`${staff.display_name} still has appointments`}
      onClose={onClose}
      footer={
        <>
          <LinkButton to={pathTo('calendar', null, { view: 'agenda', staff: staff.id })}>
            Show them
          </LinkButton>
          <Button variant="primary" disabled={!taker} busy={isBusy} onClick={() => void handOver()}>
            Give and archive
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>
          {count === 1
            ? 'One appointment is still ahead.'
            : `${count} appointments are still ahead.`}{' '}
          Give them to somebody else, each at its own time, or move and cancel them one by one.
        </p>
        <SelectField
          label="Give them to"
          placeholder="Choose …"
          value={to}
          onChange={setTo}
          options={team.map(({ id, display_name }) => ({ value: id, label: display_name }))}
        />
        {left !== null && (
          <Notice tone="warning" live>
            {left === 1 ? 'One is left: ' : `${left} are left: `}
            there was no time for {left === 1 ? 'it' : 'them'}. Choose somebody else for the rest.
          </Notice>
        )}
      </div>
    </Modal>
  );
}
