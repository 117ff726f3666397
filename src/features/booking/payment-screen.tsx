import { NotHereYet } from './not-here-yet.tsx';

export function PaymentScreen() {
  return (
    <NotHereYet title="There is nothing to pay online">
      Payment is made at the appointment. Nothing has been charged.
    </NotHereYet>
  );
}
