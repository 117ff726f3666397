import { NotHereYet } from './not-here-yet.tsx';

export function WaitlistConfirmationScreen() {
  return (
    <NotHereYet title="There is no waiting list here yet">
      You have not been put on a list. Please choose a free time, or contact the business directly.
    </NotHereYet>
  );
}
