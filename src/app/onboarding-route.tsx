import { OnboardingScreen } from '#features/onboarding/onboarding-screen.tsx';
import { beginTrial } from './trial/trial.ts';

export function OnboardingRoute() {
  return <OnboardingScreen beginTrial={beginTrial} />;
}
