import { FirstStepLoading } from '#features/booking/first-step-loading.tsx';
import { BrandFrame } from '#ui/brand-frame.tsx';

/**
 * What every booking page looks like before anything of its business is known. The build draws it into
 * index.html, so that a slow phone shows it as soon as the page itself has come.
 */
export function BookingShell() {
  return (
    <div className="booking-shell">
      <BrandFrame name={null} logoPath={null} foot={null}>
        <FirstStepLoading />
      </BrandFrame>
    </div>
  );
}
