import type { TodayLine } from '#db/queries/now-next.ts';
import type { Uuid } from '#domain/rows.ts';

/** Whose appointment it is; walk-ins have no name. */
export const whoOf = (line: TodayLine): string => line.clientName || 'Walk-in';

/** `Haircut, Colour with Mia` */
export const whatOf = (
  line: TodayLine,
  names: ReadonlyMap<Uuid, string>,
  showsStaff = true,
): string => {
  const services = line.serviceNames.join(', ');
  if (!showsStaff) return services;
  const people = [...new Set(line.staffIds)].flatMap((id) => names.get(id) ?? []);
  return people.length > 0 ? `${services} with ${people.join(' and ')}` : services;
};
