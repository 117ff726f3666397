import { pathTo } from '#app/paths.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import type { BookingStatus } from '#remote/public-manage.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { isOff, peopleOf, staffNamesOf } from './manage-facts.ts';

/** Who come together, each with what they have and when; also who does not any more. */
export function PeopleList({
  token,
  status,
  formats,
}: {
  token: string;
  status: BookingStatus;
  formats: BusinessFormats;
}) {
  const people = peopleOf(status);
  const { business } = status;
  // Of one who is left there is nothing to choose: the button for all of it is theirs.
  const isChoice = people.filter(({ visit }) => !isOff(visit)).length > 1;
  return (
    <section aria-labelledby="who-comes" className="mt-5">
      <h2 id="who-comes" className="mb-2 font-semibold">
        Who is coming
      </h2>
      <ul className="grid grid-cols-1 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-card">
        {people.map(({ person, name, visit, cancelFee }) => (
          <li
            key={person}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-surface px-5 py-3"
          >
            <span className="min-w-0 wrap-anywhere">
              <span className="block font-medium first-letter:uppercase">{name}</span>
              <span className="block text-sm text-muted">{whatOf(status, visit)}</span>
              <span className="block text-sm text-muted">
                {isOff(visit) ? 'Cancelled' : formats.timeRange(visit.starts_at, visit.ends_at)}
                {isChoice &&
                  !!cancelFee &&
                  ` · cancelling costs ${formatMoney(cancelFee, business.currency, business.locale)} now`}
              </span>
            </span>
            {isChoice && cancelFee !== null && (
              <LinkButton
                size="sm"
                to={pathTo('cancelAppointment', null, {
                  token,
                  do: 'cancel',
                  who: String(person),
                })}
              >
                Cancel for {name} only
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `Cut, Beard with Mara` */
const whatOf = (
  status: BookingStatus,
  { segments }: Pick<BookingStatus['appointment'], 'segments'>,
): string => {
  const staff = [...new Set(segments.flatMap((segment) => staffNamesOf(status, segment) ?? []))];
  const services = segments.map(({ service_name }) => service_name).join(', ');
  return staff.length > 0 ? `${services} with ${staff.join(' and ')}` : services;
};
