import type { StaffRow } from '#domain/rows.ts';
import { FreeTimesList, type Proposal } from './free-times-list.tsx';
import { useFreeTimes, type WantedTime } from './use-free-times.ts';

/** Good times for what is chosen so far; looked for only while they are shown. */
export function FreeTimesPart({
  wanted,
  ...list
}: {
  wanted: WantedTime;
  title: string;
  staff: readonly Pick<StaffRow, 'id' | 'display_name' | 'colour'>[];
  locale: string;
  minuteText: (minute: number) => string;
  onPick: (proposal: Proposal) => void;
}) {
  const proposals = useFreeTimes(wanted);
  return <FreeTimesList {...list} proposals={proposals} shownDay={wanted.day} />;
}
