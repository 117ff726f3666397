import { messageFor, ruleText } from '#app/messages.ts';
import type { AppError } from '#domain/errors/result.ts';
import { createUuidV7Source } from '#domain/ids/uuid-v7.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { currencyOptions } from '#domain/money/currency-options.ts';
import { slugFault, slugify } from '#domain/text/slug.ts';
import { nowMs } from '#platform/clock.ts';
import { isOnline as isOnlineNow } from '#platform/online.ts';
import { randomBytes } from '#platform/random.ts';
import { signOutHere } from '#remote/auth.ts';
import { createBusiness } from '#remote/memberships.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { useKeptDraft } from '#ui/use-kept-draft.ts';
import { useOnline } from '#ui/use-online.ts';
import { useEffect, useState } from 'react';
import { TRADES } from '#domain/business/trades.ts';
import { currencyOf, deviceRegion, timeZones } from './business-defaults.ts';
import { AuthForm, AuthHeading } from './form-parts.tsx';
import { textLink } from './text-link.ts';

const newId = createUuidV7Source({ nowMs, randomBytes });

/** Kept in this tab: a reload without a connection loses nothing. */
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

/** The first thing after the first sign-in: a business. Everything else has a default. */
export function CreateBusinessScreen({ onCreated }: { onCreated: (businessId: string) => void }) {
  const draft = useKeptDraft('new-business', start);
  const { name, typedSlug, zone, trade, currency, operation, isWanted } = draft.values;
  const isOnline = useOnline();
  const [wasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);

  const slug = typedSlug ?? slugify(name);
  const slugWrong = slugFault(slug);
  const isSlugRefused = failure?.code === 'slug_taken' || failure?.code === 'slug_reserved';

  const submit = async (): Promise<void> => {
    setTried(true);
    setFailure(null);
    if (isBusy || name.trim() === '' || slugWrong || trade === '') return;
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
    if (!isOnline) return;
    setBusy(true);
    const answer = await createBusiness(request, wish.id);
    setBusy(false);
    if (!answer.ok) {
      const isLost = !isOnlineNow();
      draft.change({ isWanted: isLost });
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
  /** What is typed after it was pressed is for them to press again. */
  const edit = (part: Partial<Answers>): void => draft.change({ ...part, isWanted: false });

  return (
    <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-10">
      <AuthHeading title="Your business">
        A few answers, and {PRODUCT_NAME} is ready. All of it can be changed later.
      </AuthHeading>
      <AuthForm
        label="Create your business"
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
          onChange={(text) => edit({ name: text })}
          error={wasTried && name.trim() === '' ? ruleText('required') : undefined}
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
        {isWanted && !isOnline && (
          <Notice live title="Waiting for a connection">
            Your answers are kept here. Your calendar is made by itself as soon as you are online.
          </Notice>
        )}
        <Button type="submit" variant="primary" busy={isBusy} wide>
          Create my calendar
        </Button>
      </AuthForm>
      <p className="mt-8 text-center">
        <button
          type="button"
          className={textLink}
          onClick={() => {
            draft.forget();
            void signOutHere();
          }}
        >
          Sign in as somebody else
        </button>
      </p>
    </main>
  );
}
