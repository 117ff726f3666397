import type { BusinessRow, Instant } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Notice } from '#ui/notice.tsx';

/** That sums from `from` on are too small as long as older sales still come. */
export function HistoryNotice({
  business,
  from,
  historyFrom,
}: {
  business: BusinessRow;
  from: Instant;
  /** null = everything is on this device. */
  historyFrom: Instant | null;
}) {
  if (historyFrom === null || from >= historyFrom) return null;
  return (
    <Notice tone="warning">
      Sales before {businessFormats(business).date(historyFrom)} are not all on this device yet.
      What is shown and summed may be incomplete.
    </Notice>
  );
}
