import { useWorkspace } from '#app/workspace-context.ts';
import { openSignOut } from '#app/sign-out/sign-out.tsx';
import { whenIdle } from '#platform/idle.ts';
import { Button } from '#ui/button.tsx';
import { lazyExtra } from '#ui/lazy-part.tsx';
import { useStore } from '#ui/store.ts';
import { TriangleAlert } from 'lucide-react';
import { Suspense } from 'react';
import type { ReactNode } from 'react';

const BillingBanner = lazyExtra(async () => {
  // What it asks the server can wait.
  await new Promise<void>((rest) => {
    whenIdle(rest);
  });
  return (await import('#app/billing-banner.tsx')).BillingBanner;
});

/** A device clock that is off by more than this confuses times on screen. */
const SKEW_MS = 5 * 60_000;

/** What a person must not miss, above every screen. */
export function StatusBanner() {
  return (
    <>
      <SyncLine />
      <Suspense>
        <BillingBanner />
      </Suspense>
    </>
  );
}

/** One line, only while it is true. */
function SyncLine() {
  const { sync } = useWorkspace();
  const status = useStore(sync.status, (value) => value);
  if (status.kind === 'access-lost') {
    return (
      <Line
        text="You no longer have access to this business. What you see here is what this device remembers."
        action={
          <Button size="sm" onClick={openSignOut}>
            Save what is unsent, then sign out
          </Button>
        }
      />
    );
  }
  if (status.kind === 'upgrade-needed') {
    return (
      <Line
        text="This version is too old to sync. Nothing is lost; your changes wait here."
        action={
          <Button size="sm" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      />
    );
  }
  if (status.kind === 'storage-broken') {
    return (
      <Line
        text="The database on this device does not answer, so nothing can be saved right now."
        action={
          <Button size="sm" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      />
    );
  }
  if (Math.abs(status.clockSkewMs) > SKEW_MS) {
    return (
      <Line
        text={`The clock of this device is ${minutesOf(status.clockSkewMs)}. Set it right to see appointments at the right time.`}
      />
    );
  }
  return null;
}

function Line({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-warning-soft px-4 py-2 text-sm sm:px-6"
    >
      <TriangleAlert size={18} className="shrink-0 text-warning" aria-hidden />
      <p className="min-w-0 flex-1 text-pretty">{text}</p>
      {action}
    </div>
  );
}

const minutesOf = (skewMs: number): string => {
  const minutes = Math.round(Math.abs(skewMs) / 60_000);
  const size = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
  return skewMs > 0 ? `${size} ahead` : `${size} behind`;
};
