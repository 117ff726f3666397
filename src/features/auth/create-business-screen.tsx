import { messageFor, ruleText } from '#app/messages.ts';
import { mayRetryByItself } from '#domain/errors/codes.ts';
import type { AppError } from '#domain/errors/result.ts';
import { createUuidV7Source } from '#domain/ids/uuid-v7.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import type { Uuid } from '#domain/rows.ts';
import { currencyOptions } from '#domain/money/currency-options.ts';
import { isBlank } from '#domain/forms/blank.ts';
import { typedLine } from '#domain/text/typed.ts';
import { slugFault, slugify } from '#domain/text/slug.ts';
import { nowMs } from '#platform/clock.ts';
import { randomBytes } from '#platform/random.ts';
import { signOutHere } from '#remote/auth.ts';
import { createBusiness } from '#remote/memberships.ts';
import { Button } from '#ui/button.tsx';
import { forgetDeviceDrafts, useDeviceDraft } from '#ui/device-draft.ts';
import { SelectField, TextField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { useOnline } from '#ui/use-online.ts';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { TRADES } from '#domain/business/trades.ts';
import { currencyOf, deviceRegion, timeZones } from './business-defaults.ts';
import { AuthForm, AuthHeading } from './form-parts.tsx';
import { textLink } from './text-link.ts';

const newId = createUuidV7Source({ nowMs, randomBytes });

/** Kept on this device: without a connection nothing is lost, also when the app is closed. */
type Answers = {
  name: string;
  /** null = as the name says. */
  typedSlug: string | null;
  zone: string;
  trade: string;
  currency: string;
  /** The same wish has the same id: sent again after a lost answer it must not make two. */
  operation: { of: string; id: string } | null;
  /** It was pressed, and no answer has come yet. */
  isWanted: boolean;
};

const start = (): Answers => ({
  name: '',
  typedSlug: null,
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  trade: '',
  currency: currencyOf(deviceRegion()),
  operation: null,
  isWanted: false,
});

/** While the server cannot be reached it is asked again by itself so often. */
const RETRY_MS = 15_000;

/** What the questions after this one go by. */
type WantedBusiness = { trade: string; currency: string; locale: string };

/**
 * The first thing after the first sign-in: a business. Everything else has a default. As long as the server
 * cannot be reached, `meanwhile` takes the place of the form.
 */
export function CreateBusinessScreen({
  userId,
  meanwhile,
  onCreated,
}: {
  userId: Uuid;
  meanwhile: (business: WantedBusiness) => ReactNode;
  onCreated: (businessId: Uuid) => void;
}) {
  const draft = useDeviceDraft(`${userId}.business`, start);
  const { name, typedSlug, zone, trade, currency, operation, isWanted } = draft.values;
  const isOnline = useOnline();
  const [wasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isHeldUp, setHeldUp] = useState(isWanted && !isOnline);
  const [failure, setFailure] = useState<AppError | null>(null);

  const slug = typedSlug ?? slugify(name);
  const slugWrong = slugFault(slug);
  const isSlugRefused = failure?.code === 'slug_taken' || failure?.code === 'slug_reserved';

  const submit = async (): Promise<void> => {
    setTried(true);
    setFailure(null);
    if (isBusy || isBlank(name) || slugWrong || trade === '') return;
    const request = {
      name: name.trim(),
      slug,
      time_zone: zone,
      currency,
      country_code: deviceRegion(),
      locale: navigator.language,
      trade,
    };
    const of = JSON.stringify(request);
    const wish = operation?.of === of ? operation : { of, id: newId() };
    draft.change({ operation: wish, isWanted: true });
    if (!isOnline) return setHeldUp(true);
    setBusy(true);
    const answer = await createBusiness(request, wish.id);
    setBusy(false);
    if (!answer.ok) {
      const isLost = mayRetryByItself(answer.error.code);
      draft.change({ isWanted: isLost });
      setHeldUp(isLost);
      if (!isLost) setFailure(answer.error);
      return;
    }
    draft.forget();
    onCreated(answer.value.business_id);
  };

  useEffect(() => {
    if (isOnline && isWanted) void submit();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the network is there again
  }, [isOnline]);
  const isWaiting = isWanted && isHeldUp;
  useEffect(() => {
    if (!isWaiting || !isOnline || isBusy) return;
    const timer = setTimeout(() => void submit(), RETRY_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- from one attempt to the next
  }, [isWaiting, isOnline, isBusy]);
  /** What is typed after it was pressed is for them to press again. */
  const edit = (part: Partial<Answers>): void => draft.change({ ...part, isWanted: false });

  if (isWaiting) {
    return (
      <main className="mx-auto grid w-full max-w-2xl flex-1 grid-cols-1 content-start gap-5 py-8 max-sm:-mx-2 max-sm:w-auto">
        <AuthHeading title="Go on meanwhile">
          Your answers are kept on this device until there is a connection.
        </AuthHeading>
        <Notice live title="Waiting for a connection">
          <p>
            <bdi>{name.trim()}</bdi> is made by itself as soon as the server answers.
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            {isOnline && (
              <Button size="sm" busy={isBusy} onClick={() => void submit()}>
                Try now
              </Button>
            )}
            <Button size="sm" disabled={isBusy} onClick={() => edit({})}>
              Change
            </Button>
          </div>
        </Notice>
        {meanwhile({ trade, currency, locale: navigator.language })}
      </main>
    );
  }
  return (
    <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-10">
      <AuthHeading title="Your business">
        A few answers, and {PRODUCT_NAME} is ready. All of it can be changed later.
      </AuthHeading>
      <AuthForm
        label="Create your business"
        offline="You are offline. Go on all the same: your answers are kept here."
        onSubmit={() => void submit()}
        failure={failure && !isSlugRefused ? { text: messageFor(failure) } : null}
      >
        <TextField
          label="Name"
          name="organization"
          autoComplete="organization"
          maxLength={80}
          required
          value={name}
          onChange={(text) => edit({ name: typedLine(text) })}
          error={wasTried && isBlank(name) ? ruleText('required') : undefined}
        />
        <TextField
          label="Booking address"
          name="slug"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={slug}
          onChange={(text) => edit({ typedSlug: text.toLowerCase() })}
          hint={
            <>
              Clients book at{' '}
              <span className="break-all text-ink">
                {location.host}/book/{slug || 'your-name'}
              </span>
            </>
          }
          error={
            isSlugRefused
              ? messageFor(failure)
              : wasTried && slugWrong
                ? ruleText(slugWrong)
                : undefined
          }
        />
        <SelectField
          label="What do you do?"
          placeholder="Choose …"
          options={TRADES}
          required
          value={trade}
          onChange={(chosen) => edit({ trade: chosen })}
          error={wasTried && trade === '' ? ruleText('required') : undefined}
        />
        <SelectField
          label="Time zone"
          options={timeZones(zone)}
          required
          value={zone}
          onChange={(chosen) => edit({ zone: chosen })}
        />
        <SelectField
          label="Currency"
          options={currencyOptions(currency)}
          required
          value={currency}
          onChange={(chosen) => edit({ currency: chosen })}
          hint="It stays once a price was agreed with a client."
        />
        <Button type="submit" variant="primary" busy={isBusy} wide>
          Create my calendar
        </Button>
      </AuthForm>
      <p className="mt-8 text-center">
        <button
          type="button"
          className={textLink}
          onClick={() => {
            forgetDeviceDrafts(userId);
            void signOutHere();
          }}
        >
          Sign in as somebody else
        </button>
      </p>
    </main>
  );
}
