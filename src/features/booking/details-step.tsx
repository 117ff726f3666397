import { CONSENT_TEXTS } from '#domain/clients/consent-texts.ts';
import { Button } from '#ui/button.tsx';
import { focusFirstInvalid } from '#ui/field-frame.tsx';
import { CheckboxField } from '#ui/fields.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { BeenHere } from './been-here.tsx';
import type { LaterFlow } from './booking-flow.ts';
import { stepAfter } from './booking-steps.ts';
import { DetailFields, refusedDetail } from './detail-fields.tsx';
import type { DetailField } from './detail-fields.tsx';
import { detailIssues } from './details.ts';
import { HoldTimer } from './hold-timer.tsx';
import { StepBar } from './step-bar.tsx';

export function DetailsStep({ flow }: { flow: LaterFlow }) {
  const { catalogue, draft, send, goTo } = flow;
  const { rules, business } = catalogue.profile;
  const form = useRef<HTMLFormElement>(null);
  const [judged, setJudged] = useState<ReadonlySet<DetailField>>(new Set());
  const refused = refusedDetail(draft.refusal);
  // Whoever typed a name, or came with a code, needs no other way in; it stays for who has begun it.
  const [isUnknown] = useState(() => draft.details.firstName === '');

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (detailIssues(draft.details, rules).length === 0 && !refused) {
      goTo(stepAfter('details', catalogue, draft));
      return;
    }
    setJudged(new Set(Object.keys(draft.details) as DetailField[]));
    focusFirstInvalid(form.current);
  };

  return (
    <>
      <StepHeading title="Your details" place={business.name}>
        So that {business.name} knows who is coming and can reach you.
      </StepHeading>
      <HoldTimer flow={flow} />
      {isUnknown && <BeenHere flow={flow} />}
      {/* Our own words and our own order of focus instead of the browser's bubbles. */}
      <form ref={form} noValidate onSubmit={onSubmit} className="flex flex-1 flex-col">
        <DetailFields
          flow={flow}
          judged={judged}
          refused={refused}
          // A seat has no room for words about one of many.
          hasNote={!draft.session}
          emailHint="The confirmation goes there, with a link to change or cancel."
          phoneHint="Only used when something about your appointment changes."
          onJudge={(field) => setJudged((known) => new Set(known).add(field))}
          onRefusalRead={() => send({ type: 'refusal_read' })}
        />
        {draft.details.email.trim() !== '' && (
          <div className="mb-8 max-w-xl">
            <CheckboxField
              label="News and offers by email"
              hint={CONSENT_TEXTS.marketing.wording}
              value={draft.details.news === 'yes'}
              onChange={(wants) =>
                send({ type: 'detail_typed', field: 'news', value: wants ? 'yes' : '' })
              }
            />
          </div>
        )}
        <StepBar flow={flow}>
          <Button type="submit" variant="primary" className="min-w-32 max-sm:flex-1">
            Continue
          </Button>
        </StepBar>
      </form>
    </>
  );
}
