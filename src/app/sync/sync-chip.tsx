import { useWorkspace } from '#app/workspace-context.ts';
import { openSheet } from '#ui/overlays.tsx';
import { nowMs } from '#platform/clock.ts';
import { useStore } from '#ui/store.ts';
import clsx from 'clsx';
import { CircleAlert, CloudCheck, CloudOff, CloudUpload, TriangleAlert } from 'lucide-react';
import type { Icon } from '#ui/icon.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Suspense } from 'react';
import { SkeletonList } from '#ui/skeleton.tsx';
import { statusWords } from './status-words.ts';
import type { StatusTone } from './status-words.ts';

const SyncSheet = lazyPart(async () => (await import('./sync-sheet.tsx')).SyncSheet);

const looks: Record<StatusTone, { icon: Icon; look: string }> = {
  calm: { icon: CloudCheck, look: 'text-muted' },
  busy: { icon: CloudUpload, look: 'text-ink' },
  waiting: { icon: CloudOff, look: 'bg-raised text-ink' },
  attention: { icon: CircleAlert, look: 'bg-warning-soft text-warning' },
  trouble: { icon: TriangleAlert, look: 'bg-danger-soft text-danger' },
};

/** One quiet line that says the truth about sync; a press opens the details. */
export function SyncChip() {
  const workspace = useWorkspace();
  const status = useStore(workspace.sync.status, (value) => value);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { tone, short, long } = statusWords(status, { nowMs: nowMs(), timeZone });
  const { icon: Icon, look } = looks[tone];
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={long}
      onClick={() =>
        openSheet(
          'Sync',
          <Suspense fallback={<SkeletonList rows={3} />}>
            <SyncSheet workspace={workspace} />
          </Suspense>,
        )
      }
      className={clsx(
        'sync-chip flex min-h-11 min-w-0 items-center gap-1.5 rounded-full px-2.5 text-sm font-medium transition-colors duration-200 hover:bg-raised',
        look,
      )}
    >
      <Icon size={18} className="shrink-0" aria-hidden />
      {/* Two short lines on a phone: the name of the business stands beside it. */}
      <span className="sidebar-label tabular-nums max-md:line-clamp-2 max-md:max-w-24 max-md:text-left max-md:text-[0.8125rem] max-md:leading-tight md:truncate">
        {short}
      </span>
    </button>
  );
}
