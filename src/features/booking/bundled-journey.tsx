import { useMemo } from 'react';
import type { ComponentProps } from 'react';
import { BookingJourney } from './booking-journey.tsx';
import { BundleMenu } from './bundle-menu.tsx';
import { bundlingOf } from './bundling.ts';

/** The booking where something is sold together. */
export function BundledJourney(props: ComponentProps<typeof BookingJourney>) {
  const { catalogue, linked } = props;
  const bundled = useMemo(
    () => ({ ...catalogue, bundling: { ...bundlingOf(catalogue, linked), Menu: BundleMenu } }),
    [catalogue, linked],
  );
  return <BookingJourney {...props} catalogue={bundled} />;
}
