import type { AppError } from '#domain/errors/result.ts';
import { isOnline, onOnlineChange } from '#platform/online.ts';
import { useSyncExternalStore } from 'react';

/** Says that the page works from memory, and that nothing entered is lost. */
export function OfflineNote({ error }: { error: AppError | null }) {
  const online = useSyncExternalStore(onOnlineChange, isOnline);
  const isShown = !online || error !== null;
  return (
    <div role="status">
      {isShown && (
        <p className="mt-3 rounded-lg bg-warning-soft px-4 py-3 text-pretty">
          <strong className="text-warning">
            {online ? 'The server cannot be reached.' : 'You are offline.'}
          </strong>{' '}
          What you enter is kept on this device; booking needs a connection.
        </p>
      )}
    </div>
  );
}
