import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Compass } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';

/** For addresses that lead nowhere. `home` is where this kind of visitor can go on. */
export function NotFoundScreen({ action }: { action?: ReactNode }) {
  useEffect(() => {
    document.title = 'Page not found';
  }, []);
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <EmptyState level="h1" icon={Compass} title="This page does not exist" action={action}>
        The address may be mistyped, or what was here has moved.
      </EmptyState>
    </div>
  );
}

export function SignedInNotFoundScreen() {
  return (
    <NotFoundScreen
      action={
        <LinkButton to="/" variant="primary">
          Go to today
        </LinkButton>
      }
    />
  );
}
