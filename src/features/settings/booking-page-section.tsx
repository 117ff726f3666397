import { messageFor, ruleText } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { editBusiness } from '#db/commands/business.ts';
import { useDb } from '#db/use-query.ts';
import { isPaused } from '#domain/business/paused.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { nowMs } from '#platform/clock.ts';
import { Button } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { LinkBox } from '#ui/link-box.tsx';
import { DateField, SwitchField, TextArea, TextField } from '#ui/fields.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { Printer } from 'lucide-react';
import { BrandField } from './brand-field.tsx';
import { SettingsCard } from './settings-card.tsx';
import { Suspense, useState } from 'react';

// Behind summaries that few open.
const QrPicture = lazyPart(async () => (await import('#ui/qr-picture.tsx')).QrPicture);
const PagePoster = lazyPart(async () => (await import('./page-poster.tsx')).PagePoster);
const EmbedBox = lazyPart(async () => (await import('./embed-box.tsx')).EmbedBox);

/** Where clients book, and what the page looks like. */
export function BookingPageSection({
  business,
  isWaiting,
  readOnly,
}: {
  business: BusinessRow;
  /** Changed here, and the server does not know it yet. */
  isWaiting: boolean;
  readOnly: boolean;
}) {
  const db = useDb();
  const [openedMs] = useState(nowMs);
  const [isPrinting, setPrinting] = useState(false);
  const paused = isPaused(business, openedMs);
  const form = useForm({
    initial: {
      slug: business.slug,
      brand_colour: business.brand_colour,
      booking_enabled: !paused,
      paused_until: business.paused_until ?? '',
      paused_message: business.paused_message ?? '',
      privacy_text: business.privacy_text ?? '',
    },
    rev: business.rev,
    draftKey: `${db.name}.settings.booking-page`,
    words: { error: messageFor, rule: ruleText },
    save: ({ changed: { paused_until: until, ...changed }, seenRev }) =>
      editBusiness(
        db,
        { ...changed, ...(until === undefined ? {} : { paused_until: until || null }) },
        seenRev,
      ),
    onSaved: (done) => tellOutcome({ ok: true, value: done }, 'Booking page saved', messageFor),
  });
  const { values, change, error } = form;
  return (
    <SettingsCard
      id="booking-page"
      title="Booking page"
      text="The page you give to clients."
      form={form}
      readOnly={readOnly}
    >
      <LinkBox
        path={pathTo('book', { proUrl: business.slug })}
        what="the booking page"
        note={
          isWaiting
            ? 'Waiting to sync: changes reach the page when you are connected.'
            : paused
              ? 'Online booking is paused.'
              : null
        }
      />
      <Disclosure summary="QR code, to print or to show">
        <div className="grid justify-items-start gap-3 p-4 pt-1">
          <Suspense>
            <QrPicture
              text={location.origin + pathTo('book', { proUrl: business.slug })}
              label="QR code of the booking page"
            />
          </Suspense>
          <Button size="sm" icon={Printer} onClick={() => setPrinting(true)}>
            Print a poster
          </Button>
          {isPrinting && (
            <Suspense>
              <PagePoster business={business} onDone={() => setPrinting(false)} />
            </Suspense>
          )}
        </div>
      </Disclosure>
      <Disclosure summary="On your own website">
        <Suspense>
          <EmbedBox business={business} />
        </Suspense>
      </Disclosure>
      <TextField
        label="Address of the page"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={values.slug}
        onChange={(slug) => change({ slug: slug.toLowerCase() })}
        error={error('slug')}
        hint={
          values.slug === business.slug ? (
            'The last part of the link.'
          ) : (
            <>
              The link becomes{' '}
              <span className="break-all text-ink">
                {location.host}
                {pathTo('book', { proUrl: values.slug })}
              </span>
              . The old one stops working, also where it is printed.
            </>
          )
        }
      />
      <BrandField
        value={values.brand_colour}
        onChange={(brand_colour) => change({ brand_colour })}
      />
      <SwitchField
        label="Clients can book online"
        hint="Off: the page says that booking is paused."
        value={values.booking_enabled}
        // Another day counts for another pause.
        onChange={(booking_enabled) => change({ booking_enabled, paused_until: '' })}
      />
      {!values.booking_enabled && (
        <DateField
          label="Clients book again from"
          required={false}
          hint="On this day the page opens by itself. Empty: when you switch it on."
          value={values.paused_until}
          onChange={(paused_until) => change({ paused_until })}
          error={error('paused_until')}
        />
      )}
      {!values.booking_enabled && (
        <TextArea
          label="What the page says meanwhile"
          required={false}
          placeholder="We are on holiday until the 14th. Call us for urgent things."
          rows={2}
          value={values.paused_message}
          onChange={(paused_message) => change({ paused_message })}
          error={error('paused_message')}
        />
      )}
      <TextArea
        label="Privacy notice"
        required={false}
        hint="Empty: the built-in text. It is linked below every step of booking."
        value={values.privacy_text}
        onChange={(privacy_text) => change({ privacy_text })}
        error={error('privacy_text')}
      />
    </SettingsCard>
  );
}
