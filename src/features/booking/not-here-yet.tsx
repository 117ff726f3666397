import { pathTo } from '#app/paths.ts';
import { EmptyPage } from '#ui/empty-page.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Hourglass } from 'lucide-react';
import { useBookingContext } from './booking-context.ts';

/** For a page of the booking that this version does not have: says so, and leads back. */
export function NotHereYet({ title, children }: { title: string; children: string }) {
  const { slug } = useBookingContext();
  return (
    <EmptyPage
      icon={Hourglass}
      title={title}
      action={
        <LinkButton to={pathTo('book', { proUrl: slug })} variant="primary">
          Go to the booking page
        </LinkButton>
      }
    >
      {children}
    </EmptyPage>
  );
}
