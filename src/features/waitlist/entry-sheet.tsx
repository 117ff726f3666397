import { Plus } from 'lucide-react';
import { messageFor, ruleText } from '#app/messages.ts';
import { addToWaitlist, editWaitlistEntry } from '#db/commands/waitlist.ts';
import { bundles } from '#db/queries/bundles.ts';
import { serviceTree } from '#db/queries/services.ts';
import type { WaitlistView } from '#db/queries/waitlist.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { placeOfWish, placesOfAll } from '#domain/waitlist/place.ts';
import { BundleField } from '#ui/bundle-field.tsx';
import { Button } from '#ui/button.tsx';
import type { ClientPicker } from '#ui/client-picker.ts';
import { SwitchField, TextArea } from '#ui/fields.tsx';
import { FlexibleField } from '#ui/flexible-field.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { WindowFields } from '#ui/window-fields.tsx';
import {
  addressOfForm,
  formOf,
  inputOf,
  NEW_ITEM,
  withBundle,
  withItem,
  withoutItem,
} from './entry-form.ts';
import type { EntryForm } from './entry-form.ts';
import { isWaitedFor, ItemFields } from './item-fields.tsx';
import { WhereFields } from './where-fields.tsx';
import type { Result } from '#domain/errors/result.ts';

/** As many services as one booking may have. */
const ITEMS_MAX = 10;

/** Puts somebody on the list, or changes what they wait for. */
export function EntrySheet({
  open,
  view,
  business,
  clientPicker: Picker,
  onClose,
}: {
  open: boolean;
  /** null makes a new one. */
  view: WaitlistView | null;
  business: BusinessRow;
  clientPicker: ClientPicker;
  onClose: () => void;
}) {
  const db = useDb();
  const entry = view?.entry ?? null;
  const today = wallAt(business.time_zone, db.now()).day;
  const categories = useQuery((local) => serviceTree(local), []) ?? [];
  const staff = useQuery((local) => local.rows('staff').orderBy('id').toArray(), []) ?? [];
  const sold = useQuery(bundles, []) ?? [];
  const services = new Map(
    categories
      .flatMap((category) => category.services)
      .filter(isWaitedFor)
      .flatMap(({ service, variants }) => variants.map(({ id }) => [id, service] as const)),
  );
  const servicesOf = (items: EntryForm['items']) =>
    items.flatMap(({ variantId }) => services.get(variantId) ?? []);
  const placeOf = ({ items, place }: Pick<EntryForm, 'items' | 'place'>) =>
    placeOfWish({ location_type: place }, servicesOf(items));
  const form = useForm({
    initial: formOf(entry, today),
    rev: entry?.rev,
    draftKey: `${db.name}.waitlist.${entry?.id ?? 'new'}`,
    words: { error: messageFor, rule: ruleText },
    save: ({ values, seenRev }): Promise<Result<unknown>> => {
      const address = addressOfForm(values, placeOf(values) ?? values.place, business.country_code);
      const input = inputOf(values, {
        // An address says where it is.
        place: address ? 'client' : values.place,
        address,
        priorityBefore: entry?.priority ?? 0,
      });
      return entry ? editWaitlistEntry(db, entry.id, input, seenRev) : addToWaitlist(db, input);
    },
    onSaved: (value) => {
      tellOutcome(
        { ok: true, value },
        entry ? `${view?.name ?? 'They'}: changed` : 'On the waitlist',
        messageFor,
      );
      onClose();
    },
  });
  const { values, change, error } = form;
  const possible = placesOfAll(servicesOf(values.items));
  // A place where not all of it is had is no wish any more.
  const changeItems = (items: EntryForm['items']): void => {
    const { place } = values;
    const there = placesOfAll(servicesOf(items));
    const isStill = place === null || there.length === 0 || there.includes(place);
    change({ items, place: isStill ? place : null });
  };
  const clientId = values.clientId ?? '';
  const client = useQuery((local) => local.rows('clients').get(clientId), [clientId]);
  const names = { clientId: error('client_id'), items: error('items') };
  const windowError = (index: number, field: string): string | undefined =>
    error(`windows.${index}.${field}`);
  const isNamed = values.windows.some((_, index) =>
    ['from_day', 'to_day', 'from_min', 'to_min'].some((field) => windowError(index, field)),
  );
  return (
    <FormSheet
      open={open}
      title={view ? view.name : 'Add to the waitlist'}
      saveLabel={entry ? 'Save' : 'Add'}
      form={form}
      onClose={onClose}
    >
      {!entry && (
        <Picker
          clientId={values.clientId}
          error={names.clientId && 'Choose a client.'}
          onChange={(clientId) => change({ clientId })}
        />
      )}
      <section aria-label="Services" className="grid gap-3">
        {values.items.map((item, index) => (
          <ItemFields
            // oxlint-disable-next-line react/no-array-index-key -- the same service may be twice
            key={index}
            label={values.items.length > 1 ? `Service ${index + 1}` : 'Service'}
            item={item}
            bundle={sold.find(({ id }) => id === item.bundleId)?.name}
            categories={categories}
            staff={staff}
            error={error(`items.${index}.variant_id`) && 'Choose a service.'}
            onChange={(next) => changeItems(withItem(values.items, index, next))}
            onRemove={
              values.items.length > 1
                ? () => changeItems(withoutItem(values.items, index))
                : undefined
            }
          />
        ))}
        {values.items.length < ITEMS_MAX && values.items.every(({ variantId }) => variantId) && (
          <Button
            size="sm"
            icon={Plus}
            className="justify-self-start"
            onClick={() => change({ items: [...values.items, NEW_ITEM] })}
          >
            Another service
          </Button>
        )}
        <BundleField
          // Which part belongs to which of two of one kind would be nobody's to say.
          bundles={sold.filter(({ id }) => values.items.every(({ bundleId }) => bundleId !== id))}
          isOffered={(id) => services.has(id)}
          room={ITEMS_MAX - values.items.filter(({ variantId }) => variantId !== '').length}
          onAdd={(bundle) => changeItems(withBundle(values.items, bundle))}
        />
      </section>
      <WhereFields
        where={values}
        place={placeOf(values)}
        possible={possible}
        own={client?.address ?? null}
        error={error}
        onChange={change}
      />
      <section aria-labelledby="can-come" className="grid grid-cols-1 gap-2">
        <h3 id="can-come" className="font-semibold">
          When they can come
        </h3>
        {!isNamed && error('windows') && <Notice tone="danger">{error('windows')}</Notice>}
        <WindowFields
          windows={values.windows}
          today={today}
          locale={business.locale}
          weekStart={business.week_start}
          formats={businessFormats(business)}
          errorOf={windowError}
          onChange={(windows) => change({ windows })}
        />
      </section>
      <FlexibleField
        minutes={values.flexibleMin}
        locale={business.locale}
        error={error('flexible_min')}
        onChange={(flexibleMin) => change({ flexibleMin })}
      />
      <TextArea
        label="Note"
        required={false}
        rows={2}
        maxLength={1000}
        value={values.note}
        error={error('note')}
        onChange={(note) => change({ note })}
      />
      <SwitchField
        label="Ahead of the others"
        hint="Comes before those who have waited longer."
        value={values.isFirst}
        onChange={(isFirst) => change({ isFirst })}
      />
    </FormSheet>
  );
}
