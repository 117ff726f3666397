import { EmptyState } from '#ui/empty-state.tsx';
import { Hourglass } from 'lucide-react';

/** For a client's page that is not open yet: it says whom to ask instead. */
export function PublicNotHereYetScreen() {
  return (
    <main className="grid min-h-[70dvh] place-items-center">
      <EmptyState level="h1" icon={Hourglass} title="This page is not open yet">
        Please contact the business directly, by phone or e-mail. They can do this for you.
      </EmptyState>
    </main>
  );
}
