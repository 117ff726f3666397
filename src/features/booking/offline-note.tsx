import type { AppError } from '#domain/errors/result.ts';
import { isOnline, onOnlineChange } from '#platform/online.ts';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

/** Says that the page works from memory, and that nothing entered is lost. */
export function OfflineNote({ error }: { error: AppError | null }) {
  const online = useSyncExternalStore(onOnlineChange, isOnline);
  const isShown = !online || error !== null;
  return (
    <div role="status">
      {isShown && (
        <p className="mt-3 flex items-start gap-3 rounded-lg bg-warning-soft px-4 py-3">
          <WifiOff size={20} aria-hidden className="mt-0.5 shrink-0 text-warning" />
          <span>
            {online ? 'The server cannot be reached.' : 'You are offline.'} What you enter is kept
            on this device; booking needs a connection.
          </span>
        </p>
      )}
    </div>
  );
}
