import type { VisitView } from '#db/queries/client-detail.ts';

/** `Haircut with Mia, Colour with Jo`; whoever does several things is named once. */
export const visitText = (visit: VisitView): string => {
  const names = new Set(visit.segments.map(({ staffName }) => staffName));
  if (names.size <= 1) {
    const services = visit.segments.map(({ service_name }) => service_name).join(', ');
    const [name] = names;
    return name ? `${services} with ${name}` : services;
  }
  return visit.segments
    .map(({ service_name, staffName }) =>
      staffName ? `${service_name} with ${staffName}` : service_name,
    )
    .join(', ');
};
