import { useState } from 'react';
import type {
  AppointmentSegmentRow,
  BundleRow,
  BusinessRow,
  Day,
  WaitlistEntryRow,
} from '#domain/rows.ts';
import type { CalendarBook } from '#db/queries/calendar.ts';
import { clientKind } from '#db/queries/client-kind.ts';
import type { CategoryView } from '#db/queries/services.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { addressesOf } from '#domain/clients/addresses.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { useKeptDraft } from '#ui/use-kept-draft.ts';
import { useSearched } from '#ui/use-searched.ts';
import { pricedTogether } from './bundle-lines.ts';
import { countWords } from './count-words.ts';
import { linesLike, linesWanted, offeredVariants } from './draft.ts';
import { fitVariants } from './fit-variants.ts';
import type { GroupPlan } from './group-members.tsx';
import {
  missingOf,
  newVisitDraft,
  newVisitForm,
  newVisitKey,
  newVisitWork,
  type Missing,
  type NewAt,
} from './new-visit-draft.ts';
import { usePlaceCheck } from './place-notes.tsx';
import type { RepeatPlan } from './repeat-part.tsx';
import { usePatchTests } from './use-patch-tests.ts';
import { clashes, useSaveVisit } from './use-save-visit.ts';

/** What a new visit is made from. */
export type NewVisitSource = {
  at: NewAt;
  book: CalendarBook;
  business: BusinessRow;
  categories: readonly CategoryView[];
  /** The services of the visit that it is to be like. */
  again: readonly AppointmentSegmentRow[];
  /** Of whoever waits for it. */
  entry: WaitlistEntryRow | null;
  /** What is sold together, where they may wait for that. */
  bundles: readonly BundleRow[];
};

/** A new appointment: its fields, what stands in its way, and how it is saved. */
export function useNewVisit(
  { at, book, business, categories, again, entry, bundles }: NewVisitSource,
  onBooked: (day: Day) => void,
) {
  const db = useDb();
  const offered = offeredVariants(categories);
  const preferredStaffId = at.staffId ?? book.ownStaffId;
  const searched = useSearched() ?? '';
  const kept = useKeptDraft(newVisitKey(db.name, at, searched), () =>
    newVisitDraft(
      at,
      entry
        ? pricedTogether(
            linesWanted(entry.items, offered, book.staff, preferredStaffId),
            entry.items,
            bundles,
            offered,
          )
        : linesLike(again, offered, book.staff),
      preferredStaffId,
      entry,
    ),
  );
  const { whom, day, party } = kept.values;
  const kind = useQuery((local) => clientKind(local, whom.clientId), [whom.clientId]) ?? null;
  const lines = fitVariants(kept.values.lines, kind, offered, book.staff);
  const draft = { ...kept.values, lines };
  const [missing, setMissing] = useState<Missing | null>(null);
  const [plan, setPlan] = useState<RepeatPlan | null>(null);
  const [group, setGroup] = useState<GroupPlan | null>(null);

  const client = useQuery(
    async (local) => (await local.rows('clients').get(whom.clientId ?? '')) ?? null,
    [whom.clientId],
  );
  const work = newVisitWork(draft, offered, book.rules, business.time_zone);
  const check = usePlaceCheck(plan ? null : work.segments, null, work.kind);
  const tests = usePatchTests(whom.clientId, work.segments);
  const isClash = clashes(plan, check) || (!plan && (group?.isClash ?? false));

  const saving = useSaveVisit({
    plan,
    isReady: (plan ?? group)?.isReady ?? party.length === 0,
    isClash,
    prepare: async () => {
      const lacks = missingOf(draft, work, plan, group);
      setMissing(lacks);
      const { segments } = work;
      if (lacks || !segments) return null;
      // Read anew: whoever is quick books before it is shown.
      const guest = whom.clientId ? await db.rows('clients').get(whom.clientId) : undefined;
      return {
        form: newVisitForm(draft, { ...work, segments }, at, guest, business),
        others: group?.forms ?? null,
        // Somebody else was chosen after all: whoever waits goes on waiting.
        waitlistEntryId: entry?.client_id === whom.clientId ? entry?.id : undefined,
        done: `Booked ${businessFormats(business).dateTime(segments[0]!.starts_at)}`,
      };
    },
    doneMany: (count) => `Booked ${countWords(count)}`,
    mistake: 'Booked by mistake',
    onSaved: () => {
      kept.forget();
      onBooked(day);
    },
  });

  return {
    ...saving,
    draft,
    searched,
    change: kept.change,
    restored: kept.isRestored ? kept.startOver : null,
    forget: kept.forget,
    offered,
    preferredStaffId,
    /** The addresses of the client's record. */
    known: client ? addressesOf(client) : [],
    ...work,
    plan,
    setPlan,
    setGroup,
    check,
    tests,
    isClash,
    missing,
    setMissing,
  };
}
