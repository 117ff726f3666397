import { acceptUpdate, onUpdateChange, updateState } from '#platform/service-worker.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Sparkles, X } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';

/** Offers the new release. Never by itself, and never while somebody is paying. */
export function UpdateNotice() {
  const { kind } = useSyncExternalStore(onUpdateChange, updateState);
  const { pathname } = useLocation();
  const [isPutOff, setPutOff] = useState(false);
  if (kind === 'none' || isPutOff || pathname.startsWith('/checkout')) return null;
  return (
    <section
      aria-label="New version"
      className="floating-card fixed z-45 flex items-center gap-3 rounded-lg border border-line bg-surface py-2 pr-2 pl-4 shadow-float"
    >
      <Sparkles size={20} className="shrink-0 text-accent" aria-hidden />
      <p role="status" className="min-w-0 flex-1">
        <span className="font-medium">New version</span>
        <span className="block text-sm text-muted">
          {kind === 'replaced' ? 'Another tab uses it already.' : 'What you entered is kept.'}
        </span>
      </p>
      <Button variant="primary" size="sm" busy={kind === 'accepted'} onClick={acceptUpdate}>
        Reload
      </Button>
      <IconButton size="sm" icon={X} label="Later" onClick={() => setPutOff(true)} />
    </section>
  );
}
