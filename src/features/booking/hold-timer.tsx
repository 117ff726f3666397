import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import type { LaterFlow } from './booking-flow.ts';
import { takeHold } from './take-hold.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

/** From here on the page asks whether more time is needed. */
const WARN_SEC = 120;

/**
 * How long the chosen time is kept. Running out takes nothing away: it is said, and the time can be
 * kept again. The ticking number is silent; only the warning is read out.
 */
export function HoldTimer({ flow }: { flow: LaterFlow }) {
  const { draft, formats } = flow;
  const { hold, startsAt } = draft;
  const secondsLeft = useSecondsUntil(hold?.expiresAt ?? null);
  const [isAsking, setAsking] = useState(false);
  if (startsAt === null || draft.session) return null;

  const keep = async () => {
    setAsking(true);
    await takeHold(flow);
    setAsking(false);
  };
  const keepButton = (
    <Button size="sm" className="mt-2" busy={isAsking} onClick={() => void keep()}>
      Keep it longer
    </Button>
  );

  if (!hold || secondsLeft <= 0) {
    return (
      <div className="mb-5">
        <Notice
          tone="info"
          live={hold !== null}
          title={`${formats.dateTime(startsAt)} is not kept for you at the moment`}
        >
          <p>You can still book it if it is free.</p>
          {keepButton}
        </Notice>
      </div>
    );
  }
  if (secondsLeft <= WARN_SEC) {
    return (
      <div className="mb-5">
        <Notice tone="warning" live title="Your time is kept for less than two minutes more">
          <p aria-hidden className="tabular-nums">
            {clock(secondsLeft)} left
          </p>
          {!hold.extended && keepButton}
        </Notice>
      </div>
    );
  }
  return (
    <p className="mb-5 flex items-center gap-2 text-muted">
      <Clock size={18} aria-hidden />
      <span>
        {formats.dateTime(startsAt)} is kept for you
        <span aria-hidden className="tabular-nums">
          {' '}
          for {clock(secondsLeft)}
        </span>
      </span>
    </p>
  );
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
