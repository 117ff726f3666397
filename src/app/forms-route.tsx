import { FormsScreen } from '#features/forms/forms-screen.tsx';
import { PickClient } from './client-picker.tsx';

/** The forms with what belongs to appointments: finding the client whose answers came in. */
export function FormsRoute() {
  return <FormsScreen clientPicker={PickClient} />;
}
