import { pathTo } from '#app/paths.ts';
import { Link } from 'react-router-dom';
import { useBookingContext } from './booking-context.ts';
import { ProfileTrouble } from './booking-trouble.tsx';
import { PageLoading } from '#ui/skeleton.tsx';
import { StepHeading } from '#ui/step-heading.tsx';

/** What happens with what a client enters: the business's own words, or a plain default. */
export function PrivacyScreen() {
  const { slug, profile, error, refresh } = useBookingContext();
  if (!profile) {
    return error ? <ProfileTrouble error={error} refresh={refresh} /> : <PageLoading />;
  }
  const { business } = profile;
  return (
    <div className="mx-auto w-full max-w-prose py-4">
      <StepHeading title="Privacy" place={business.name} />
      {business.privacy_text ? (
        <p className="text-pretty whitespace-pre-line">{business.privacy_text}</p>
      ) : (
        <DefaultText name={business.name} email={business.email} phone={business.phone} />
      )}
      <p className="mt-8">
        <Link
          to={pathTo('book', { proUrl: slug })}
          className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
        >
          Back to booking
        </Link>
      </p>
    </div>
  );
}

/** True for every business that uses this product as it comes; a business may replace it. */
function DefaultText({
  name,
  email,
  phone,
}: {
  name: string;
  email: string | null;
  phone: string | null;
}) {
  const contact = [email, phone].filter(Boolean).join(' or ');
  return (
    <div className="grid gap-3 text-pretty [&_h2]:mt-3 [&_h2]:text-lg [&_h2]:font-semibold">
      <p>{name} decides what happens with what you enter here. This page says it in plain words.</p>
      <h2>What is asked, and why</h2>
      <p>
        Your name, email address and phone number, so that {name} knows who is coming and can reach
        you when something changes; the services and the time you choose; your address, when
        somebody comes to you; and a note, if you write one. Nothing else is needed to book.
      </p>
      <h2>Who sees it</h2>
      <p>
        {name} and the people who work there. It is not sold, not used for advertising, and not
        shown to other clients. The service that runs this page stores it on behalf of {name}.
      </p>
      <h2>Messages</h2>
      <p>
        You get messages about your appointment: that it is booked, moved or cancelled. Advertising
        would need your consent first.
      </p>
      <h2>On your device</h2>
      <p>
        This browser keeps a half-finished booking for a day and a half-filled form for a week, so
        that a lost connection costs you nothing, and the confirmation of what you booked for 30
        days after the appointment. There are no advertising cookies and no trackers on these pages.
        Clearing the data of this site in your browser removes everything.
      </p>
      <h2>How long, and your rights</h2>
      <p>
        {name} keeps appointments as long as the law and its bookkeeping need them. You can ask to
        see what is stored about you, to correct it or to have it erased.
        {contact && ` Write to or call ${contact}.`}
      </p>
    </div>
  );
}
