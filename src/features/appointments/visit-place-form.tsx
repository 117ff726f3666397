import { useState } from 'react';
import type { BusinessRow } from '#domain/rows.ts';
import { tellDone } from '#app/tell.ts';
import { setVisitPlace } from '#db/commands/visit-place.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { useDb } from '#db/use-query.ts';
import { PLACE_WORDS } from '#domain/appointments/place-words.ts';
import { NO_TRAVEL, travelOf, usualTravel, withTravel } from '#domain/appointments/travel.ts';
import { addressesOf } from '#domain/clients/addresses.ts';
import { clientName } from '#domain/clients/name.ts';
import type { AppError } from '#domain/errors/result.ts';
import { overlaps, PlaceNotes, usePlaceCheck } from './place-notes.tsx';
import { StepForm } from './step-form.tsx';
import { addressOfDraft, placeDraftOf, travelOfDraft } from './visit-place-draft.ts';
import { VisitPlaceFields } from './visit-place-fields.tsx';

/** "Where…" of a visit that is booked: its place, its address, its way. */
export function VisitPlaceForm({
  detail,
  business,
  onDone,
}: {
  detail: AppointmentDetail;
  business: BusinessRow;
  onDone: () => void;
}) {
  const db = useDb();
  const { appointment, client } = detail;
  const segments = detail.segments.map(({ segment }) => segment);
  const known = client ? addressesOf(client) : [];
  const [draft, setDraft] = useState(() => placeDraftOf(appointment, travelOf(segments), known));
  const [seenRev] = useState(appointment.rev);
  const [isTried, setTried] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const kind = draft.kind ?? appointment.location_type;
  const usual = usualTravel(detail.rules);
  const travel = travelOfDraft(draft, kind, usual);
  const check = usePlaceCheck(travel ? withTravel(segments, travel) : null, appointment.id, kind);
  const isClash = overlaps(check);

  const save = async (): Promise<void> => {
    setTried(true);
    if (!travel) return;
    const isThere = kind === 'client';
    const result = await setVisitPlace(
      db,
      appointment.id,
      {
        location_type: kind,
        address: isThere ? addressOfDraft(draft, known, business.country_code) : null,
        travel_before_min: (isThere ? travel : NO_TRAVEL).before,
        travel_after_min: (isThere ? travel : NO_TRAVEL).after,
      },
      // The button said "Save anyway": that is the acceptance.
      { acceptOverlap: isClash, seenRev },
    );
    if (!result.ok) return setError(result.error);
    const name = client ? clientName(client) : 'Walk-in';
    tellDone(result, `${name}: ${PLACE_WORDS[kind].toLowerCase()}`);
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
      <VisitPlaceFields
        draft={draft}
        kind={kind}
        known={known}
        usual={usual}
        isTried={isTried}
        onChange={(next) => {
          setError(null);
          setDraft(next);
        }}
      />
      <PlaceNotes check={check} staff={detail.segments.flatMap(({ staff }) => staff ?? [])} />
    </StepForm>
  );
}
