import { messageFor, ruleText } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { bookableDays } from '#domain/availability/open-days.ts';
import { addressLines } from '#domain/text/address.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { windowOfDraft } from '#domain/waitlist/window-draft.ts';
import { windowIssues } from '#domain/waitlist/windows.ts';
import { serverNowMs } from '#remote/public-server.ts';
import type { WaitRequest } from '#remote/public-waitlist.ts';
import { Button } from '#ui/button.tsx';
import { focusFirstInvalid } from '#ui/field-frame.tsx';
import { SelectField } from '#ui/fields.tsx';
import { FlexibleField } from '#ui/flexible-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { WindowFields } from '#ui/window-fields.tsx';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { heldRequest, visitAddress } from './book-request.ts';
import type { LaterFlow } from './booking-flow.ts';
import { isStaffOpen } from './booking-steps.ts';
import { DetailFields, refusedDetail } from './detail-fields.tsx';
import type { DetailField } from './detail-fields.tsx';
import { detailIssues } from './details.ts';
import { guestChoices } from './guests.ts';
import { useJoin } from './use-join.ts';
import type { Join } from './use-join.ts';
import { keepWait } from './wait-records.ts';

/** For whom no time fits: when they could come, and how to reach them. */
export function WaitlistStep({ flow }: { flow: LaterFlow }) {
  const { slug, catalogue, draft, send, goTo } = flow;
  const { business, rules } = catalogue.profile;
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [judged, setJudged] = useState<ReadonlySet<DetailField>>(new Set());
  const [isTried, setTried] = useState(false);
  const [days] = useState(() =>
    bookableDays(rules, zoneOf(business.time_zone), Math.floor(serverNowMs() / 60_000)),
  );
  const join = useJoin(slug, days.today, (answer, request) => {
    keepWait(slug, {
      token: answer.leave_token,
      entry: answer.entry,
      business,
      email: request.client.email,
    });
    const query = { token: answer.leave_token };
    void navigate(pathTo('bookWaitlistConfirmation', { proUrl: slug }, query), { replace: true });
  });
  if (join.isUnderway) return <Joining join={join} place={business.name} />;

  const windows = join.windows.map(windowOfDraft);
  const windowError = (index: number, field: string): string | undefined => {
    const window = windows[index];
    const issue = isTried && window && windowIssues(window).find((one) => one.field === field);
    return issue ? ruleText(issue.rule) : undefined;
  };
  const refused = refusedDetail(join.refusal);
  const address = visitAddress(draft, catalogue);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const isWhole =
      windows.every((window) => windowIssues(window).length === 0) &&
      detailIssues(draft.details, rules).length === 0;
    if (isWhole && !refused) return join.send(requestOf(flow, windows, join.flexibleMin));
    setTried(true);
    setJudged(new Set(Object.keys(draft.details) as DetailField[]));
    focusFirstInvalid(form.current);
  };

  return (
    <>
      <StepHeading title="Join the waitlist" place={business.name}>
        When a time comes free that suits you, {business.name} gets in touch. Nothing is booked
        until then.
      </StepHeading>
      <form ref={form} noValidate onSubmit={onSubmit} className="grid max-w-xl grid-cols-1 gap-7">
        {join.refusal && !refused && (
          <Notice tone="danger" title={messageFor(join.refusal)}>
            You are not on the list.
          </Notice>
        )}
        <section aria-labelledby="wait-what" className="grid grid-cols-1 gap-3">
          <h2 id="wait-what" className="text-lg font-semibold">
            What you wait for
          </h2>
          {draft.choices.map(({ variantId, staffId }) => {
            const variant = catalogue.variantById.get(variantId);
            if (!variant) return null;
            return (
              <div key={variantId} className="grid grid-cols-1 gap-2">
                <p className="font-medium">{variant.fullName}</p>
                {rules.staff_choice === 'client' && isStaffOpen(catalogue, { variantId }) && (
                  <SelectField
                    label="With"
                    value={staffId ?? ''}
                    onChange={(chosen) =>
                      send({
                        type: 'staff_chosen',
                        staffId: chosen || null,
                        variantIds: [variantId],
                      })
                    }
                    options={[
                      { value: '', label: 'Anyone' },
                      ...variant.staffIds.flatMap((id) => {
                        const person = catalogue.staffById.get(id);
                        return person ? [{ value: id, label: person.display_name }] : [];
                      }),
                    ]}
                  />
                )}
              </div>
            );
          })}
          {guestChoices(catalogue, draft).length > 0 && (
            <Notice title="The list is for you alone">
              Write below who comes along and what they would like: {business.name} then looks for a
              time for all of you.
            </Notice>
          )}
          {address && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <p className="min-w-0 break-words">
                At your place: {addressLines(address).join(', ')}
              </p>
              <Button size="sm" onClick={() => goTo('where')}>
                Change the address
              </Button>
            </div>
          )}
        </section>
        <section aria-labelledby="wait-when" className="grid grid-cols-1 gap-3">
          <h2 id="wait-when" className="text-lg font-semibold">
            When you can come
          </h2>
          <WindowFields
            windows={join.windows}
            today={days.today}
            lastDay={days.last}
            locale={business.locale}
            weekStart={business.week_start}
            formats={flow.formats}
            errorOf={windowError}
            onChange={join.setWindows}
          />
          <FlexibleField
            minutes={join.flexibleMin}
            locale={business.locale}
            onChange={join.setFlexibleMin}
          />
        </section>
        <section aria-labelledby="wait-who">
          <h2 id="wait-who" className="mb-3 text-lg font-semibold">
            How to reach you
          </h2>
          <DetailFields
            flow={flow}
            judged={judged}
            refused={refused}
            hasNote
            emailHint="A link to leave the waitlist goes there."
            phoneHint="So that you hear of a free time at once."
            onJudge={(field) => setJudged((known) => new Set(known).add(field))}
            onRefusalRead={join.readRefusal}
          />
          <div className="grid gap-3 pb-8 sm:grid-cols-2">
            <Button type="submit" variant="primary">
              Join the waitlist
            </Button>
            <Button onClick={() => goTo('time')}>Back to the times</Button>
          </div>
        </section>
      </form>
    </>
  );
}

const requestOf = (
  { draft, catalogue }: LaterFlow,
  windows: WaitRequest['windows'],
  flexibleMin: number,
): WaitRequest => {
  const { firstName, lastName, email, phone, note } = draft.details;
  return {
    // The list knows nobody who comes along.
    ...heldRequest({ ...draft, guests: [] }, catalogue),
    address: visitAddress(draft, catalogue),
    windows,
    flexible_min: flexibleMin,
    client: {
      first_name: firstName.trim(),
      last_name: lastName.trim(),
      email: email.trim(),
      phone: phone.trim(),
    },
    note: note.trim(),
  };
};

/** From the press until the server has said yes or no. It never says "joined". */
function Joining({ join: { silence, askNow }, place }: { join: Join; place: string }) {
  return (
    <div className="mx-auto grid w-full max-w-xl flex-1 place-content-center justify-items-center gap-4 py-12 text-center">
      <Spinner size={40} className="text-accent" />
      <StepHeading title={silence ? 'Still joining…' : 'Joining the waitlist…'} place={place}>
        {silence
          ? 'We sent it but have not heard back. It may have arrived, so there is no need to send it again: this page keeps asking until it knows.'
          : 'One moment, please.'}
      </StepHeading>
      {silence && (
        <div className="w-full text-left">
          <Notice tone="warning" live title={messageFor(silence)}>
            <Button size="sm" className="mt-2" onClick={askNow}>
              Check now
            </Button>
          </Notice>
        </div>
      )}
    </div>
  );
}
