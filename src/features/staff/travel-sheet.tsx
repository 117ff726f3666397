import { messageFor, ruleText } from '#app/messages.ts';
import { editStaff } from '#db/commands/staff.ts';
import { useDb } from '#db/use-query.ts';
import type { BusinessRow, Day, StaffRow, TravelZone } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { DateField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { ZoneField } from '#ui/zone-field.tsx';
import { zoneCity } from '#ui/zone-names.ts';
import { Plane, Plus, Trash2 } from 'lucide-react';

/** Where somebody works by other clocks: from one day to another in a zone. */
export function TravelSheet({
  open,
  staff,
  business,
  today,
  onClose,
}: {
  open: boolean;
  staff: StaffRow;
  business: BusinessRow;
  today: Day;
  onClose: () => void;
}) {
  const db = useDb();
  const form = useForm<{ travel: TravelZone[] }>({
    // Rows that were stored before there was travel have none.
    initial: { travel: staff.travel ?? [] },
    rev: staff.rev,
    draftKey: `${db.name}.travel.${staff.id}`,
    words: { error: messageFor, rule: ruleText },
    save: ({ values, seenRev }) => editStaff(db, staff.id, { travel: values.travel }, seenRev),
    onSaved: (done) => {
      tellOutcome({ ok: true, value: done }, `Travel of ${staff.display_name} saved`, messageFor);
      onClose();
    },
  });
  const { travel } = form.values;
  const change = (at: number, part: Partial<TravelZone>): void =>
    form.change({
      travel: travel.map((trip, index) => (index === at ? { ...trip, ...part } : trip)),
    });
  const add = (): void =>
    form.change({ travel: [...travel, { time_zone: '', from_day: today, to_day: today }] });
  const overlap = form.error('travel');
  return (
    <FormSheet open={open} title={`Travel of ${staff.display_name}`} form={form} onClose={onClose}>
      <p className="text-muted">
        On these days the working hours are those of another time zone: nine in the morning means
        nine there. Appointments and the calendar stay on the clocks of{' '}
        {zoneCity(business.time_zone)}.
      </p>
      {overlap && (
        <Notice tone="danger" title="Two of these share a day">
          {overlap}
        </Notice>
      )}
      {travel.map((trip, index) => (
        <section
          // Trips have no identity but their place in the list.
          // oxlint-disable-next-line react/no-array-index-key -- a trip is known by its place in the list
          key={index}
          aria-label={`Trip ${index + 1}`}
          className="grid gap-3 border-t border-line pt-4"
        >
          <ZoneField
            value={trip.time_zone || null}
            onChange={(time_zone) => change(index, { time_zone: time_zone ?? '' })}
            hint="The name of a large city finds it."
            error={form.error(`travel.${index}.time_zone`)}
          />
          <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
            <DateField
              label="First day there"
              value={trip.from_day}
              onChange={(from_day) => change(index, { from_day })}
              error={form.error(`travel.${index}.from_day`)}
            />
            <DateField
              label="Last day there"
              value={trip.to_day}
              onChange={(to_day) => change(index, { to_day })}
              error={form.error(`travel.${index}.to_day`)}
            />
          </div>
          <Button
            className="justify-self-start"
            size="sm"
            variant="quiet"
            icon={Trash2}
            onClick={() => form.change({ travel: travel.filter((_, place) => place !== index) })}
          >
            Remove {trip.time_zone ? zoneCity(trip.time_zone) : 'this one'}
          </Button>
        </section>
      ))}
      {travel.length === 0 ? (
        <EmptyState
          icon={Plane}
          title="No travel planned"
          action={
            <Button icon={Plus} onClick={add}>
              Add a time zone
            </Button>
          }
        >
          Say where {staff.display_name} works next by other clocks, and from which day to which.
        </EmptyState>
      ) : (
        <Button className="justify-self-start" icon={Plus} onClick={add}>
          Add another
        </Button>
      )}
    </FormSheet>
  );
}
