import { messageFor, ruleText } from '#app/messages.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { dayOf } from '#domain/time/day.ts';
import { dayNumberAt } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { draftOfWindow, windowOfDraft } from '#domain/waitlist/window-draft.ts';
import { windowIssues } from '#domain/waitlist/windows.ts';
import { serverNowMs } from '#remote/public-server.ts';
import { changeWaitlist } from '#remote/public-waitlist.ts';
import type { WaitEntry } from '#remote/public-waitlist.ts';
import { useSureAction } from '#remote/use-sure-action.ts';
import { ActionNotices } from '#ui/action-notices.tsx';
import { Button } from '#ui/button.tsx';
import { focusFirstInvalid } from '#ui/field-frame.tsx';
import { TextArea } from '#ui/fields.tsx';
import { FlexibleField } from '#ui/flexible-field.tsx';
import { WindowFields } from '#ui/window-fields.tsx';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import type { WaitRecord } from './wait-records.ts';

/** As much as the server keeps. */
const NOTE_MAX = 1000;

/** Lets somebody who waits say anew when they can come; their place on the list stays. */
export function ChangeWish({
  record: { token, entry, business },
  onChanged,
  onClose,
}: {
  record: WaitRecord;
  onChanged: (entry: WaitEntry) => void;
  onClose: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [drafts, setDrafts] = useState(() => entry.windows.map(draftOfWindow));
  const [flexibleMin, setFlexibleMin] = useState(entry.flexible_min ?? 0);
  const [note, setNote] = useState(entry.note ?? '');
  const [isTried, setTried] = useState(false);
  const action = useSureAction();
  // It opens above the button that was pressed.
  useEffect(() => form.current?.focus(), []);
  const windows = drafts.map(windowOfDraft);
  const errorOf = (index: number, field: string): string | undefined => {
    const window = windows[index];
    const issue = isTried && window && windowIssues(window).find((one) => one.field === field);
    return issue ? ruleText(issue.rule) : undefined;
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (windows.some((window) => windowIssues(window).length > 0)) {
      focusFirstInvalid(form.current);
      return;
    }
    let changed: WaitEntry | null = null;
    action.start(
      async (opId) => {
        const answer = await changeWaitlist(
          token,
          { windows, note: note.trim(), flexibleMin },
          opId,
        );
        if (answer.ok) changed = { ...answer.value.entry, note: note.trim() || null };
        return answer;
      },
      () => changed && onChanged(changed),
    );
  };
  return (
    <form
      ref={form}
      tabIndex={-1}
      noValidate
      aria-label="When you can come"
      onSubmit={onSubmit}
      className="mt-6 grid grid-cols-1 gap-4 outline-none"
    >
      <WindowFields
        windows={drafts}
        today={dayOf(dayNumberAt(zoneOf(business.time_zone), Math.floor(serverNowMs() / 60_000)))}
        locale={business.locale}
        weekStart={business.week_start ?? 1}
        formats={businessFormats(business)}
        errorOf={errorOf}
        onChange={setDrafts}
      />
      <FlexibleField minutes={flexibleMin} locale={business.locale} onChange={setFlexibleMin} />
      <TextArea
        label="Anything they should know"
        rows={3}
        maxLength={NOTE_MAX}
        value={note}
        onChange={setNote}
      />
      <ActionNotices action={action} words={messageFor} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button type="submit" variant="primary" busy={action.isUnderway}>
          Save
        </Button>
        <Button disabled={action.isUnderway} onClick={onClose}>
          Keep it as it is
        </Button>
      </div>
    </form>
  );
}
