import { clientName } from '#domain/clients/name.ts';
import type { ClientRow } from '#domain/rows.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { unlinkWords } from './family-words.ts';

/** Asks before a guardian is archived: others depend on them. */
export function ArchiveDialog({
  open,
  client,
  dependants,
  onConfirm,
  onClose,
}: {
  open: boolean;
  client: ClientRow;
  dependants: readonly ClientRow[];
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      open={open}
      title={`Archive ${clientName(client)}?`}
      confirmLabel="Archive"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {dependants.length > 0 && unlinkWords(dependants)}
    </ConfirmDialog>
  );
}
