import { lazyPart } from '#ui/lazy-part.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { openModal } from '#ui/overlays.tsx';
import { Suspense } from 'react';

const SignOutDialog = lazyPart(async () => (await import('./sign-out-dialog.tsx')).SignOutDialog);

/** Asks nothing when everything is sent; otherwise the person decides what happens to the rest. */
export const openSignOut = (): void =>
  openModal(
    'Sign out',
    <Suspense fallback={<SkeletonList rows={2} />}>
      <SignOutDialog />
    </Suspense>,
  );
