import { addressLines } from '#domain/text/address.ts';
import { Button } from '#ui/button.tsx';
import { focusFirstInvalid } from '#ui/field-frame.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import clsx from 'clsx';
import { House, MapPin, Phone, Video } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import type { LaterFlow } from './booking-flow.ts';
import { stepAfter } from './booking-steps.ts';
import { ChoiceMark, choiceInput } from './choice-mark.tsx';
import { addressIssues } from './address-issues.ts';
import { placeOf, placesOf } from './place.ts';
import type { PlaceKind } from './place.ts';
import { StepBar } from './step-bar.tsx';
import { VisitAddress } from './visit-address.tsx';

const ICONS = { business: MapPin, client: House, remote: Video, phone: Phone } as const;

/** Where it is done, and where somebody has to come to: before times are shown, which depend on it. */
export function WhereStep({ flow }: { flow: LaterFlow }) {
  const { catalogue, draft, send, goTo } = flow;
  const { profile } = catalogue;
  const form = useRef<HTMLFormElement>(null);
  // With which place somebody wanted to go on: what is asked for after that is not missing yet.
  const [tried, setTried] = useState<PlaceKind | 'none' | null>(null);
  const places = placesOf(catalogue, draft.choices);
  const place = placeOf(catalogue, draft);
  const isVisit = place === 'client';

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(place ?? 'none');
    if (place === null) {
      form.current?.querySelector('input')?.focus();
      return;
    }
    if (isVisit && addressIssues(draft.address, profile).length > 0) {
      focusFirstInvalid(form.current);
      return;
    }
    if (draft.refusal) send({ type: 'refusal_read' });
    goTo(stepAfter('where', catalogue, draft));
  };

  return (
    <>
      <StepHeading
        title={places.length > 1 ? 'Where would you like it?' : 'Where shall we come to?'}
        place={profile.business.name}
      >
        {isVisit ? 'The times that you can choose leave room for the way to you.' : null}
      </StepHeading>
      {/* Our own words and our own order of focus instead of the browser's bubbles. */}
      <form ref={form} noValidate onSubmit={onSubmit} className="flex flex-1 flex-col">
        <div className="mb-8 grid max-w-xl grid-cols-1 gap-7">
          {places.length > 1 && (
            <fieldset className="min-w-0">
              <legend className="sr-only">Where would you like it?</legend>
              <div className="grid grid-cols-1 gap-3">
                {places.map((kind) => (
                  <PlaceOption key={kind} flow={flow} kind={kind} isPicked={kind === place} />
                ))}
              </div>
              {tried === 'none' && place === null && (
                <p role="alert" className="mt-2 text-sm text-danger">
                  Please choose where.
                </p>
              )}
            </fieldset>
          )}
          {isVisit && (
            <VisitAddress
              flow={flow}
              isTried={tried === 'client'}
              canComeHere={places.includes('business')}
            />
          )}
        </div>
        <StepBar flow={flow}>
          <Button type="submit" variant="primary" className="min-w-32 max-sm:flex-1">
            Continue
          </Button>
        </StepBar>
      </form>
    </>
  );
}

function PlaceOption({
  flow: { catalogue, send },
  kind,
  isPicked,
}: {
  flow: LaterFlow;
  kind: PlaceKind;
  isPicked: boolean;
}) {
  const { business } = catalogue.profile;
  const Icon = ICONS[kind];
  const words: Record<PlaceKind, [title: string, subtitle: string]> = {
    business: [
      `At ${business.name}`,
      business.address ? addressLines(business.address).join(', ') : 'You come to us',
    ],
    client: ['At your place', 'We come to you'],
    remote: ['Online', 'By video'],
    phone: ['By phone', 'We call you'],
  };
  const [title, subtitle] = words[kind];
  return (
    <label
      className={clsx(
        'relative flex min-h-18 items-center gap-3 rounded-lg border bg-surface px-4 py-3 shadow-card transition-colors duration-150 hover:bg-raised',
        isPicked ? 'border-accent' : 'border-line',
      )}
    >
      <input
        type="radio"
        name="place"
        checked={isPicked}
        onChange={() => send({ type: 'place_chosen', place: kind })}
        className={choiceInput}
      />
      <span
        aria-hidden
        className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent"
      >
        <Icon size={20} />
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-muted">{subtitle}</span>
      </span>
      <ChoiceMark kind="one" />
    </label>
  );
}
