import { useState } from 'react';
import type { BusinessRow } from '#domain/rows.ts';
import { tellDone } from '#app/tell.ts';
import { changeServices } from '#db/commands/appointment-services.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { calendarBook, type CalendarBook } from '#db/queries/calendar.ts';
import { serviceTree, type CategoryView } from '#db/queries/services.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { clientName } from '#domain/clients/name.ts';
import type { AppError } from '#domain/errors/result.ts';
import { formatPrice } from '#domain/services/price.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { Notice } from '#ui/notice.tsx';
import { startOfChange, wantedSegments } from './change-draft.ts';
import { draftTotals, offeredVariants } from './draft.ts';
import { DepositNote } from './deposit-note.tsx';
import { PatchTestNotes } from './patch-test-notes.tsx';
import { usePatchTests } from './use-patch-tests.ts';
import { overlaps, PlaceNotes, usePlaceCheck } from './place-notes.tsx';
import { ServiceLines } from './service-lines.tsx';
import { StepForm } from './step-form.tsx';

type Props = { detail: AppointmentDetail; business: BusinessRow; onDone: () => void };

/** "Change services…": what is done in a visit that is booked, by whom, how long, for how much. */
export function ServicesForm(props: Props) {
  const book = useQuery(calendarBook, []);
  const categories = useQuery((db) => serviceTree(db), []);
  if (!book || !categories) return null;
  return <Form {...props} book={book} categories={categories} />;
}

function Form({
  detail,
  business,
  onDone,
  book,
  categories,
}: Props & { book: CalendarBook; categories: readonly CategoryView[] }) {
  const db = useDb();
  const { appointment, client } = detail;
  const [start] = useState(() => startOfChange(detail.segments, offeredVariants(categories)));
  const [seenRev] = useState(appointment.rev);
  const [lines, setLines] = useState(start.lines);
  const [error, setError] = useState<AppError | null>(null);
  const [isTried, setTried] = useState(false);
  const wanted = wantedSegments(start, lines);
  const check = usePlaceCheck(wanted, appointment.id);
  const tests = usePatchTests(appointment.client_id, wanted);
  const isClash = overlaps(check);
  const formats = businessFormats(business);
  const totals = draftTotals(lines, start.offered);

  const save = async (): Promise<void> => {
    setTried(true);
    if (!wanted || wanted.length === 0) return;
    const result = await changeServices(db, appointment.id, wanted, {
      // The button said "Save anyway": that is the acceptance.
      acceptOverlap: isClash,
      seenRev,
    });
    if (!result.ok) return setError(result.error);
    tellDone(result, `${client ? clientName(client) : 'Walk-in'}: services changed`);
    onDone();
  };

  return (
    <StepForm
      submitLabel={isClash ? 'Save anyway' : 'Save'}
      isOver={isClash}
      error={error}
      onSubmit={() => void save()}
      onBack={onDone}
    >
      {start.fixed.map(({ id, service_name, starts_at, ends_at }) => (
        <p key={id} className="rounded-lg border border-line p-3">
          {service_name}
          <span className="block text-sm text-muted">
            {formats.timeRange(starts_at, ends_at)} · stays as it is
          </span>
        </p>
      ))}
      <ServiceLines
        lines={lines}
        offered={start.offered}
        staff={book.staff}
        preferredStaffId={detail.segments[0]?.segment.staff_id ?? null}
        business={business}
        onChange={(next) => {
          setError(null);
          setLines(next);
        }}
      />
      {isTried && !wanted && <Notice tone="danger">Choose a service and who does it.</Notice>}
      <div>
        {totals.minutes > 0 && (
          <p className="text-sm font-medium tabular-nums">
            {[
              formatDuration(totals.minutes),
              formatPrice(totals.price, { currency: business.currency, locale: business.locale }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
        <PlaceNotes check={check} staff={book.staff} />
      </div>
      <DepositNote
        appointmentId={appointment.id}
        price={totals.price}
        isLess={start.lines.some(
          ({ variantId }) => !lines.some((line) => line.variantId === variantId),
        )}
        business={business}
      />
      <PatchTestNotes warnings={tests} clientId={appointment.client_id} business={business} />
    </StepForm>
  );
}
