import {
  Ban,
  CalendarArrowDown,
  CalendarClock,
  CalendarPlus,
  Check,
  Ellipsis,
  ExternalLink,
  Hourglass,
  ListChecks,
  MapPin,
  Receipt,
  ShoppingBag,
  Undo2,
  UserPlus,
} from 'lucide-react';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import type { AppointmentStatus, BusinessRow } from '#domain/rows.ts';
import { pathTo } from '#app/paths.ts';
import { STATUS_ICONS } from '#ui/status-chip.tsx';
import { dayOfNextVisit } from '#domain/appointments/next-visit.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { isClass } from '#domain/appointments/seats.ts';
import { STATUS_WORDS, STEP_WORDS } from '#domain/appointments/status-words.ts';
import { instantMs } from '#domain/time/instant.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Menu, type MenuItem } from '#ui/menu.tsx';
import type { AppointmentPart } from './appointment-part.tsx';
import { saveCalendarFile } from './save-calendar-file.ts';
import type { Access } from '#db/queries/business.ts';
import { settledVisits } from '#db/queries/settled-visits.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { Permission } from '#domain/permissions/presets.ts';
import { useAppointmentActions } from './use-appointment-actions.ts';

/** The one next step as a button, moving beside it, everything else in a menu. */
export function AppointmentActions({
  detail,
  access,
  business,
  hasOwnPage,
  onPart,
}: {
  detail: AppointmentDetail;
  access: Access;
  business: BusinessRow;
  /** We are on its own page already. */
  hasOwnPage: boolean;
  /** A form of it is wanted. */
  onPart: (part: AppointmentPart) => void;
}) {
  const db = useDb();
  const { next, others, canMove, canCancel, take, isConfirmed, setConfirmed } =
    useAppointmentActions(detail);
  const isOwn = detail.segments.some(({ segment }) => segment.staff_id === access.staffId);
  const may = (permission: Permission): boolean => access.may(permission, isOwn ? 'own' : 'all');
  const mayEdit = may('appointments.edit');
  const { status, id, starts_at } = detail.appointment;
  const dayOf = (instant: string): string => wallAt(business.time_zone, instant).day;
  const isToday = dayOf(starts_at) === dayOf(db.now());
  const isSession = isClass(detail.appointment);
  const { client } = detail;
  const settledBy = useQuery(
    async (local) => (await settledVisits(local, [id])).get(id) ?? null,
    [id],
  );
  const mayCheckOut = !isSession && may('checkout') && CAN_PAY.includes(status);
  const checkout = pathTo('checkoutAppointment', { appointmentId: id });
  // Of old visits it is known only that they were done.
  const isRecent = instantMs(detail.appointment.ends_at) > db.nowMs() - RECENT_MS;
  const paysNext =
    mayCheckOut && settledBy === null && (next === 'completed' || (!next && isRecent));
  const again =
    client && access.may('appointments.edit', 'own') ? againPath(detail, business, db.now()) : null;
  const items: MenuItem[] = [
    ...(mayEdit && isConfirmed !== null
      ? [
          {
            label: isConfirmed ? 'Client has not confirmed' : 'Client has confirmed',
            icon: isConfirmed ? Undo2 : Check,
            onPress: () => void setConfirmed(!isConfirmed),
          },
        ]
      : []),
    ...(mayCheckOut && settledBy === null && !paysNext
      ? [{ label: 'Checkout…', icon: ShoppingBag, to: checkout }]
      : []),
    ...(settledBy
      ? [
          {
            label: 'Open the sale',
            icon: Receipt,
            to: pathTo('checkoutSuccess', null, { sale: settledBy }),
          },
        ]
      : []),
    ...(mayEdit ? [...(next && paysNext ? [next] : []), ...others] : []).map((to) => ({
      label: stepWords(status, to),
      icon: isBack(status, to) ? Undo2 : STATUS_ICONS[to],
      onPress: () => void take(to),
    })),
    ...(canMove && mayEdit && isToday
      ? [{ label: 'Running late…', icon: Hourglass, onPress: () => onPart('late') }]
      : []),
    ...(canMove && mayEdit && !isSession
      ? [
          { label: 'Change services…', icon: ListChecks, onPress: () => onPart('services') },
          { label: 'Change place…', icon: MapPin, onPress: () => onPart('place') },
          { label: 'Add another person…', icon: UserPlus, onPress: () => onPart('group') },
        ]
      : []),
    ...(again && (next || paysNext)
      ? [{ label: 'Book again…', icon: CalendarPlus, to: again }]
      : []),
    {
      label: 'Add to my calendar',
      icon: CalendarArrowDown,
      onPress: () => void saveCalendarFile(detail, business, new Date(db.nowMs())),
    },
    ...(hasOwnPage
      ? []
      : [
          {
            label: 'Open on its own page',
            icon: ExternalLink,
            to: pathTo('appointment', { appointmentId: id }),
          },
        ]),
    ...(canCancel && may('appointments.delete')
      ? [
          {
            label: isSession ? 'Cancel class…' : 'Cancel appointment…',
            icon: Ban,
            tone: 'danger' as const,
            onPress: () => onPart('cancel'),
          },
        ]
      : []),
  ];
  return (
    <>
      <Menu
        label="More actions"
        align="start"
        items={items}
        trigger={(props) => <IconButton {...props} icon={Ellipsis} label="More actions" />}
      />
      {canMove && mayEdit && (
        <Button icon={CalendarClock} onClick={() => onPart('move')}>
          Move…
        </Button>
      )}
      {paysNext && (
        <LinkButton to={checkout} variant="primary" icon={ShoppingBag}>
          Checkout
        </LinkButton>
      )}
      {next && mayEdit && !paysNext && (
        <Button variant="primary" onClick={() => void take(next)}>
          {STEP_WORDS[next]}
        </Button>
      )}
      {again && !next && !paysNext && settledBy !== undefined && (
        <LinkButton to={again} variant="primary" icon={CalendarPlus}>
          Book again…
        </LinkButton>
      )}
    </>
  );
}

const CAN_PAY: readonly AppointmentStatus[] = ['booked', 'arrived', 'in_service', 'completed'];
const RECENT_MS = 2 * 24 * 3_600_000;

/** The calendar on the day on which they would come again, with the same services to be booked. */
function againPath(detail: AppointmentDetail, business: BusinessRow, now: string): string {
  const { appointment, segments } = detail;
  const dayOf = (instant: string) => wallAt(business.time_zone, instant).day;
  const day = dayOfNextVisit(
    dayOf(appointment.starts_at),
    dayOf(now),
    segments.map(({ service }) => service?.rebook_after_days),
  );
  return pathTo('calendar', null, {
    date: day,
    new: 'appointment',
    on: day,
    client: appointment.client_id ?? '',
    again: appointment.id,
  });
}

const isBack = (from: AppointmentStatus, to: AppointmentStatus): boolean =>
  (to === 'booked' && from !== 'pending') || (to === 'arrived' && from === 'in_service');

/** Going back has other words than going on. */
function stepWords(from: AppointmentStatus, to: AppointmentStatus): string {
  if (to === 'no_show') return 'Did not come';
  if (from === 'no_show' && to === 'completed') return 'Came after all';
  if (isBack(from, to)) return `Back to ${STATUS_WORDS[to].toLowerCase()}`;
  return STEP_WORDS[to];
}
