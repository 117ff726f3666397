import { useWorkspace } from '#app/workspace-context.ts';
import { Button } from '#ui/button.tsx';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { NotInTrialScreen } from './not-in-trial-screen.tsx';
import { endTrial, isPartOfTrial } from './trial.ts';

/** Says above every screen that nothing here is real, and is the way out. */
export function TrialFrame({ children }: { children: ReactNode }) {
  const workspace = useWorkspace();
  const { pathname } = useLocation();
  const [isBusy, setBusy] = useState(false);
  return (
    <>
      <section
        aria-label="Made-up day"
        className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-info-soft px-4 py-2 text-sm sm:px-6 print:hidden"
      >
        <FlaskConical size={18} className="shrink-0 text-info" aria-hidden />
        <p className="min-w-0 flex-1 text-pretty">
          A made-up day: try everything. Nobody hears of it, and nothing of it leaves this device.
        </p>
        <Button
          size="sm"
          busy={isBusy}
          onClick={() => {
            setBusy(true);
            void endTrial(workspace).catch(() => setBusy(false));
          }}
        >
          End and remove
        </Button>
      </section>
      {isPartOfTrial(pathname) ? children : <NotInTrialScreen />}
    </>
  );
}
