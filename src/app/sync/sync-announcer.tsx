import { useWorkspace } from '#app/workspace-context.ts';
import { nowMs } from '#platform/clock.ts';
import { useStore } from '#ui/store.ts';
import { statusWords } from './status-words.ts';

/**
 * Reads changes of the sync state to people who do not see the chip: going offline, coming back,
 * a decision that waits. Each change waiting and sent would be noise.
 */
export function SyncAnnouncer() {
  const { sync } = useWorkspace();
  const text = useStore(sync.status, (status) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const { tone, short } = statusWords(status, { nowMs: nowMs(), timeZone });
    return tone === 'busy' || tone === 'calm' ? '' : short;
  });
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
