import { nowMs } from '#platform/clock.ts';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Suspense, useState } from 'react';
import { askedCode } from './asked-code.ts';
import type { BookingFlow } from './booking-flow.ts';

const KnownClient = lazyPart(async () => (await import('./known-client.tsx')).KnownClient);

/** The way in for who has been here before; what is behind it comes when it is pressed. */
export function BeenHere({ flow, hasLast = false }: { flow: BookingFlow; hasLast?: boolean }) {
  const [isOpen, setOpen] = useState(() => askedCode(flow.slug, nowMs()) !== null);
  return isOpen ? (
    <Suspense>
      <KnownClient flow={flow} hasLast={hasLast} />
    </Suspense>
  ) : (
    <Button size="sm" className="mb-5 self-start" onClick={() => setOpen(true)}>
      Been here before?
    </Button>
  );
}
