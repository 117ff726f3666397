import { KeyList } from '#ui/key-list.tsx';
import { Modal } from '#ui/modal.tsx';
import { CALENDAR_KEYS } from './keys.ts';

/** The keys of the calendar; those of the whole app are under "?". */
export function KeysHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal open={open} onClose={onClose} title="Keys of the calendar">
      <KeyList rows={CALENDAR_KEYS} />
    </Modal>
  );
}
