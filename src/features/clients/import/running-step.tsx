import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { Run } from './run.ts';

const numbers = new Intl.NumberFormat('en-US');

/** How far it is. One may go on working meanwhile. */
export function RunningStep({ run }: { run: Run }) {
  const { kind, fileName, done, total, stop } = run;
  const title = kind === 'import' ? `Importing ${fileName}` : `Taking back ${fileName}`;
  return (
    <Card title={title}>
      <progress
        aria-label={title}
        value={done}
        max={Math.max(total, 1)}
        className="block h-2 w-full overflow-hidden rounded-full accent-(--accent)"
      />
      <p className="mt-3 tabular-nums">
        {numbers.format(done)} of {numbers.format(total)}
      </p>
      <p className="mt-1 text-muted">
        You can go on working. Everything is on this device first and is sent when there is a
        connection.
      </p>
      {stop && (
        <Button className="mt-4" onClick={stop}>
          Stop
        </Button>
      )}
    </Card>
  );
}
