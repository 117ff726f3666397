import { PayScreen } from '#features/staff/pay-screen.tsx';
import { OwnPay } from './own-pay.tsx';

/** Commission and pay; what is one's own comes from the server alone. */
export function PayRoute() {
  return <PayScreen own={<OwnPay />} />;
}
