import { messageFor, ruleText } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import {
  archiveResource,
  createResource,
  editResource,
  restoreResource,
} from '#db/commands/resources.ts';
import type { ResourceView } from '#db/queries/resources.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { businessSettings } from '#db/queries/business.ts';
import type { ResourceInput } from '#domain/resources/schema.ts';
import { outState } from '#domain/resources/out-of-service.ts';
import type { Day, ResourcePoolRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { DateField, SwitchField, TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { useState } from 'react';

/** At most so many visits are named; the calendar shows the rest. */
const NAMED = 5;

/** Makes or changes one room or chair, and says when it is out of service. */
export function ResourceSheet({
  open,
  pool,
  view,
  today,
  onClose,
}: {
  open: boolean;
  pool: ResourcePoolRow;
  /** null makes a new one. */
  view: ResourceView | null;
  today: Day;
  onClose: () => void;
}) {
  const db = useDb();
  const resource = view?.resource ?? null;
  const [inUse, setInUse] = useState(0);
  // An outage that is over is none: the form begins as if there had been none.
  const wasOut = resource !== null && outState(resource, today) !== 'in_service';
  const form = useForm({
    initial: {
      name: resource?.name ?? '',
      isOut: wasOut,
      from: (wasOut && resource.out_from) || today,
      until: (wasOut && resource.out_until) || '',
      note: (wasOut && resource.out_note) || '',
    },
    rev: resource?.rev,
    draftKey: `${db.name}.resource.${resource?.id ?? pool.id}`,
    words: { error: messageFor, rule: ruleText },
    save: ({ values, seenRev }) => {
      const fields: ResourceInput = {
        pool_id: pool.id,
        name: values.name,
        out_from: values.isOut ? values.from : null,
        out_until: (values.isOut && values.until) || null,
        out_note: values.isOut ? values.note : null,
      };
      return resource ? editResource(db, resource.id, fields, seenRev) : createResource(db, fields);
    },
    onSaved: onClose,
  });
  const setArchived = async (isArchived: boolean): Promise<void> => {
    if (!resource) return;
    const result = await (isArchived
      ? archiveResource(db, resource.id)
      : restoreResource(db, resource.id));
    if (!result.ok && result.error.code === 'has_future_appointments') {
      setInUse(result.error.rows?.length ?? 0);
      return;
    }
    tellOutcome(
      result,
      isArchived ? `${resource.name} archived` : `${resource.name} can be used again`,
      messageFor,
    );
    onClose();
  };
  const { values, change, error } = form;
  const isArchived = resource?.status === 'archived';
  return (
    <FormSheet
      open={open}
      title={resource ? resource.name : `Add to ${pool.name}`}
      saveLabel={resource ? 'Save' : 'Add'}
      form={form}
      focusFirst={!resource}
      onClose={onClose}
      actions={
        resource && (
          <Button variant="quiet" onClick={() => void setArchived(!isArchived)}>
            {isArchived ? 'Use again' : 'Archive'}
          </Button>
        )
      }
    >
      {inUse > 0 && (
        <Notice tone="warning" title="It is still needed">
          {inUse === 1 ? '1 visit ahead stands' : `${inUse} visits ahead stand`} in it. Give them
          another one first, or set it out of service from today: then it gets no new visits.
        </Notice>
      )}
      <TextField
        label="Name"
        autoComplete="off"
        value={values.name}
        onChange={(name) => change({ name })}
        error={error('name')}
      />
      <SwitchField
        label="Out of service"
        hint="It gets no new visits in this time."
        value={values.isOut}
        onChange={(isOut) => change({ isOut })}
      />
      {values.isOut && (
        <>
          <div className="grid grid-cols-1 items-start gap-4 *:min-w-0 sm:grid-cols-2 sm:gap-3">
            <DateField
              label="From"
              value={values.from}
              onChange={(from) => change({ from })}
              error={error('out_from')}
            />
            <DateField
              label="Until"
              required={false}
              hint="Empty: until further notice."
              value={values.until}
              onChange={(until) => change({ until })}
              error={error('out_until')}
            />
          </div>
          <TextField
            label="Why"
            required={false}
            value={values.note}
            onChange={(note) => change({ note })}
            error={error('out_note')}
          />
        </>
      )}
      {view && view.stranded.length > 0 && <Stranded view={view} />}
    </FormSheet>
  );
}

/** Visits that stand in it while it is out of service: they stay until somebody moves them. */
function Stranded({ view }: { view: ResourceView }) {
  const business = useQuery(async (db) => (await businessSettings(db))?.business, []);
  if (!business) return null;
  const { dateTime } = businessFormats(business);
  const { stranded } = view;
  return (
    <section aria-label="Visits in it meanwhile" className="grid gap-2">
      <Notice tone="warning" title="Visits stand in it meanwhile" live={false}>
        Nobody is moved by itself. Open each and choose another one.
      </Notice>
      <ul className="grid gap-1">
        {stranded.slice(0, NAMED).map(({ id, startsAt }) => (
          <li key={id}>
            <LinkButton to={pathTo('appointment', { appointmentId: id })} variant="quiet" size="sm">
              {dateTime(startsAt)}
            </LinkButton>
          </li>
        ))}
      </ul>
      {stranded.length > NAMED && (
        <p className="text-sm text-muted">and {stranded.length - NAMED} more</p>
      )}
    </section>
  );
}
