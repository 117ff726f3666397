import { CreateBusinessScreen } from '#features/auth/create-business-screen.tsx';
import { AheadSteps } from '#features/onboarding/ahead-steps.tsx';
import type { Uuid } from '#domain/rows.ts';

/** A new business; what comes after it can be answered while the server cannot be reached. */
export function NewBusinessRoute({
  userId,
  onCreated,
}: {
  userId: Uuid;
  onCreated: (businessId: Uuid) => void;
}) {
  return (
    <CreateBusinessScreen
      userId={userId}
      onCreated={onCreated}
      meanwhile={(business) => <AheadSteps userId={userId} business={business} />}
    />
  );
}
