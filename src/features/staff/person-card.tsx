import { pathTo } from '#app/paths.ts';
import type { CategoryView } from '#db/queries/services.ts';
import type { StaffView } from '#db/queries/staff.ts';
import { useShownPicture } from '#db/use-shown-picture.ts';
import type { BusinessRow, Day, EmergencyContact, TimeOffRow } from '#domain/rows.ts';
import { emergencyText } from '#domain/clients/addresses.ts';
import { weeksFrom } from '#domain/staff/week.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Avatar } from '#ui/avatar.tsx';
import { IconButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import type { Icon } from '#ui/icon.ts';
import { Menu } from '#ui/menu.tsx';
import { OrderButtons } from '#ui/order-buttons.tsx';
import type { DragSort } from '#ui/use-drag-sort.ts';
import clsx from 'clsx';
import {
  Archive,
  ArchiveRestore,
  Camera,
  ChevronRight,
  Clock,
  Ellipsis,
  HeartPulse,
  KeyRound,
  Pencil,
  Scissors,
  TreePalm,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { awayText } from './away-words.ts';
import { offerCount } from './offers.ts';
import { accountText, employmentText, tripText, tripsAhead, weekLines } from './staff-words.ts';

export type Arrange = ReturnType<DragSort['rowProps']> & {
  index: number;
  count: number;
  onMove: (toIndex: number) => void;
};

/** One person: who they are, when they work, what they do, each leading to where it is changed. */
export function PersonCard({
  view,
  business,
  today,
  tree,
  mayEdit,
  onEdit,
  onPicture,
  onHours,
  onOffers,
  onAway,
  timeOff,
  emergency,
  onArchive,
  onRestore,
  arrange,
}: {
  view: StaffView;
  business: BusinessRow;
  today: Day;
  tree: readonly CategoryView[];
  mayEdit: boolean;
  onEdit: () => void;
  /** Null where this is somebody else: one's own picture is always one's own matter. */
  onPicture: (() => void) | null;
  onHours: () => void;
  onOffers: () => void;
  /** Null where this person's absences are not known here. */
  onAway: (() => void) | null;
  timeOff: readonly TimeOffRow[];
  /** Null where it is not for whoever looks. */
  emergency: { contact: EmergencyContact | null; onEdit: () => void } | null;
  onArchive: () => void;
  onRestore: () => void;
  arrange?: Arrange;
}) {
  const { staff, membership, pattern, next } = view;
  const picture = useShownPicture(staff.photo_path);
  const isArchived = staff.status === 'archived';
  const employment = employmentText(staff, today, businessFormats(business));
  const { index, count, onMove, ...dragProps } = arrange ?? {};
  return (
    <li
      {...dragProps}
      className={clsx(
        'flex min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-surface',
        isArchived ? 'border-dashed' : 'shadow-card',
        arrange && 'cursor-grab data-[drag=source]:opacity-40 data-[drag=target]:bg-accent-soft',
      )}
    >
      <div className="flex items-center gap-3 p-4">
        <Avatar size="lg" name={staff.display_name} colour={staff.colour} picture={picture} />
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold break-words">
            <bdi>{staff.display_name}</bdi>
          </h2>
          <p className="truncate text-sm text-muted">
            {[staff.title, accountText(membership)].filter(Boolean).join(' · ')}
          </p>
        </div>
        {arrange && index !== undefined && count !== undefined && onMove ? (
          <OrderButtons name={staff.display_name} index={index} count={count} onMove={onMove} />
        ) : !mayEdit ? (
          onPicture && (
            <IconButton
              icon={Camera}
              label="Change your picture"
              className="-mr-2"
              onClick={onPicture}
            />
          )
        ) : (
          <Menu
            label={`More for ${staff.display_name}`}
            trigger={(props) => (
              <IconButton
                {...props}
                icon={Ellipsis}
                label={`More for ${staff.display_name}`}
                className="-mr-2"
              />
            )}
            items={[
              { label: 'Edit profile', icon: Pencil, onPress: onEdit },
              ...(isArchived || membership?.role === 'owner'
                ? []
                : [
                    membership
                      ? {
                          label: 'Access and rights',
                          icon: KeyRound,
                          to: pathTo('settingsMembers', null, { member: membership.id }),
                        }
                      : {
                          label: 'Invite to sign in',
                          icon: KeyRound,
                          to: pathTo('settingsMembers', null, { invite: staff.id }),
                        },
                  ]),
              isArchived
                ? { label: 'Back to the team', icon: ArchiveRestore, onPress: onRestore }
                : {
                    label: 'Archive',
                    icon: Archive,
                    hint: 'Leaves the team; the history stays.',
                    onPress: onArchive,
                  },
            ]}
          />
        )}
      </div>
      {(!staff.bookable || !staff.online_visible || isArchived || employment) && (
        <p className="-mt-1 flex flex-wrap gap-1.5 px-4 pb-3">
          {isArchived && <Chip>Archived</Chip>}
          {employment && <Chip>{employment}</Chip>}
          {!staff.bookable && <Chip>Takes no appointments</Chip>}
          {staff.bookable && !staff.online_visible && <Chip>Not on the booking page</Chip>}
        </p>
      )}
      {!isArchived && !arrange && (
        <>
          <Line icon={Clock} grows label="Working hours" onPress={mayEdit ? onHours : null}>
            <HoursText view={view} business={business} today={today} />
            {pattern && pattern.weeks.length > 1 && (
              <span className="block text-muted">
                This week; {pattern.weeks.length} weeks take turns
              </span>
            )}
            {tripsAhead(staff, today).map((trip) => (
              <span key={trip.from_day} className="block text-muted">
                {tripText(trip, businessFormats(business))}
              </span>
            ))}
            {next && (
              <span className="block text-muted">
                Other hours from {businessFormats(business).date(next.valid_from)}
              </span>
            )}
          </Line>
          {onAway && (
            <Line icon={TreePalm} label="Time off" onPress={onAway}>
              {awayText(timeOff, business.time_zone, businessFormats(business))}
            </Line>
          )}
          {staff.bookable && (
            <Line icon={Scissors} label="Services" onPress={mayEdit ? onOffers : null}>
              {offerCount(tree, staff.id)}
            </Line>
          )}
          {emergency && (
            <Line icon={HeartPulse} label="Emergency contact" onPress={emergency.onEdit}>
              <bdi>{emergencyText(emergency.contact) || 'No emergency contact'}</bdi>
            </Line>
          )}
        </>
      )}
    </li>
  );
}

function HoursText({
  view: { pattern },
  business,
  today,
}: {
  view: StaffView;
  business: BusinessRow;
  today: Day;
}) {
  const week = pattern ? weeksFrom(pattern, today)[0] : undefined;
  const formats = businessFormats(business);
  const lines = week ? weekLines(week, business.week_start, business.locale, formats) : [];
  if (lines.length === 0) return <>No working hours</>;
  return lines.map((line) => (
    <span key={line} className="block tabular-nums">
      {line}
    </span>
  ));
}

function Line({
  icon: Icon,
  label,
  onPress,
  grows = false,
  children,
}: {
  icon: Icon;
  label: string;
  /** Takes the room that a higher neighbour leaves. */
  grows?: boolean;
  onPress: (() => void) | null;
  children: ReactNode;
}) {
  const content = (
    <>
      <Icon size={18} className="mt-0.5 shrink-0 text-muted" aria-hidden />
      <span className="min-w-0 flex-1 text-sm">
        <span className="sr-only">{label}: </span>
        {children}
      </span>
    </>
  );
  const look = clsx(
    'flex min-h-12 w-full items-start gap-3 border-t border-line px-4 py-3 text-left',
    grows && 'flex-1',
  );
  if (!onPress) return <div className={look}>{content}</div>;
  return (
    <button
      type="button"
      onClick={onPress}
      className={`${look} transition-colors duration-100 hover:bg-raised focus-visible:-outline-offset-2`}
    >
      {content}
      <ChevronRight size={18} className="mt-0.5 shrink-0 text-muted" aria-hidden />
    </button>
  );
}
