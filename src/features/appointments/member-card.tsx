import { Trash2 } from 'lucide-react';
import type { BusinessRow, StaffRow, Uuid } from '#domain/rows.ts';
import type { SegmentInput } from '#domain/appointments/schema.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { clockText, wallAt } from '#domain/time/clock-text.ts';
import type { Clash } from '#db/queries/planned-work.ts';
import { IconButton } from '#ui/button.tsx';
import { TimeField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { ClientField } from './client-field.tsx';
import type { Offered } from './draft.ts';
import { GroupClashes } from './group-clashes.tsx';
import { isNobody, type MemberDraft } from './member-draft.ts';
import { PatchTestNotes } from './patch-test-notes.tsx';
import { ServiceLines } from './service-lines.tsx';
import { usePatchTests } from './use-patch-tests.ts';

/** One more who comes along: who, what, with whom, and when they begin. */
export function MemberCard({
  label,
  member,
  segments,
  hint,
  clashes,
  offered,
  team,
  business,
  isTried,
  onChange,
  onRemove,
}: {
  /** `Person 2` */
  label: string;
  member: MemberDraft;
  /** null while something is missing. */
  segments: readonly SegmentInput[] | null;
  /** Why the time is proposed; null = it was typed. */
  hint: string | null;
  clashes: readonly Clash[];
  offered: ReadonlyMap<Uuid, Offered>;
  /** In the order in which they are offered. */
  team: readonly StaffRow[];
  business: BusinessRow;
  /** Somebody wanted to save. */
  isTried: boolean;
  onChange: (part: Partial<MemberDraft>) => void;
  onRemove: (() => void) | undefined;
}) {
  const { whom, lines, time } = member;
  const tests = usePatchTests(whom.clientId, segments);
  const starts = segments?.map(({ starts_at }) => starts_at).toSorted()[0];
  const proposed = starts ? clockText(wallAt(business.time_zone, starts).minute) : '';
  const lacksService = lines.some(({ variantId, staffId }) => !variantId || !staffId);
  return (
    <section aria-label={label} className="grid gap-3 border-t border-line pt-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">{label}</h3>
        {onRemove && (
          <IconButton size="sm" icon={Trash2} label={`Remove ${label}`} onClick={onRemove} />
        )}
      </div>
      <ClientField
        value={whom}
        error={isTried && isNobody(member) ? 'Choose a client, or book a walk-in.' : undefined}
        onChange={(next) => onChange({ whom: next })}
      />
      <ServiceLines
        name={`Services, ${label}`}
        lines={lines}
        offered={offered}
        staff={team}
        preferredStaffId={null}
        business={business}
        onChange={(next) => onChange({ lines: next })}
      />
      {isTried && lacksService && <Notice tone="danger">Choose a service and who does it.</Notice>}
      <TimeField
        label="Begins"
        value={time ?? proposed}
        hint={hint ?? undefined}
        error={isTried && time === '' ? 'Choose a time.' : undefined}
        onChange={(next) => onChange({ time: next })}
      />
      <GroupClashes clashes={clashes} staff={team} formats={businessFormats(business)} />
      <PatchTestNotes warnings={tests} clientId={whom.clientId} business={business} />
    </section>
  );
}
