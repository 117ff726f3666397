/** Who or what is in the way of a date, as a sentence begins with it. */
import type { Clash } from '#db/queries/planned-work.ts';
import type { Uuid } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';

export function clashWords(
  clash: Clash,
  formats: Pick<BusinessFormats, 'timeRange'>,
  staffName: (id: Uuid) => string,
): string {
  const who = staffName(clash.staffId);
  switch (clash.kind) {
    case 'appointment':
      return `${clash.name}, ${formats.timeRange(clash.startsAt, clash.endsAt)}, with ${who}`;
    case 'same_plan':
      return 'Another date of this series';
    case 'block':
      return `Blocked for ${who}${clash.name ? `: ${clash.name}` : ''}`;
    case 'time_off':
      return `${who} is off${clash.name ? `: ${clash.name}` : ''}`;
    case 'closed':
      return clash.note ? `Closed: ${clash.note}` : `Closed, or ${who} does not work that day`;
    case 'no_resource':
      return `Nothing free of ${clash.name}`;
    case 'outside_hours':
      return `Outside ${who}’s hours`;
  }
}
