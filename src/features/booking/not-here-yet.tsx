import { pathTo } from '#app/paths.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Hourglass } from 'lucide-react';
import { useEffect } from 'react';
import { useBookingContext } from './booking-context.ts';

/** For a page of the booking that this version does not have: says so, and leads back. */
export function NotHereYet({ title, children }: { title: string; children: string }) {
  const { slug } = useBookingContext();
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className="grid flex-1 place-items-center">
      <EmptyState
        level="h1"
        icon={Hourglass}
        title={title}
        action={
          <LinkButton to={pathTo('book', { proUrl: slug })} variant="primary">
            Go to the booking page
          </LinkButton>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
