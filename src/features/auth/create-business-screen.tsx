import { messageFor, ruleText } from '#app/messages.ts';
import type { AppError } from '#domain/errors/result.ts';
import { createUuidV7Source } from '#domain/ids/uuid-v7.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { slugFault, slugify } from '#domain/text/slug.ts';
import { nowMs } from '#platform/clock.ts';
import { randomBytes } from '#platform/random.ts';
import { writeTabSetting } from '#platform/storage.ts';
import { signOutHere } from '#remote/auth.ts';
import { createBusiness } from '#remote/memberships.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/fields.tsx';
import { useRef, useState } from 'react';
import { TRADES } from '#domain/business/trades.ts';
import { currencyOf, deviceRegion, timeZones } from './business-defaults.ts';
import { AuthForm, AuthHeading } from './form-parts.tsx';
import { textLink } from './text-link.ts';

const newId = createUuidV7Source({ nowMs, randomBytes });

/** The first thing after the first sign-in: a business. Everything else has a default. */
export function CreateBusinessScreen({ onCreated }: { onCreated: (businessId: string) => void }) {
  const operation = useRef({ of: '', id: '' });
  const [name, setName] = useState('');
  const [typedSlug, setTypedSlug] = useState<string | null>(null);
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [trade, setTrade] = useState('');
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
    setBusy(true);
    const region = deviceRegion();
    const request = {
      name: name.trim(),
      slug,
      time_zone: zone,
      currency: currencyOf(region),
      country_code: region,
      locale: navigator.language,
      trade,
    };
    // The same wish has the same id: pressing again after a lost answer must not make two.
    const of = JSON.stringify(request);
    if (operation.current.of !== of) operation.current = { of, id: newId() };
    const answer = await createBusiness(request, operation.current.id);
    setBusy(false);
    if (!answer.ok) return setFailure(answer.error);
    // The server does not keep it; the next page proposes services by it.
    writeTabSetting('daybook.trade', trade);
    onCreated(answer.value.business_id);
  };

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
          onChange={setName}
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
          onChange={(text) => setTypedSlug(text.toLowerCase())}
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
          onChange={setTrade}
          error={wasTried && trade === '' ? ruleText('required') : undefined}
        />
        <SelectField
          label="Time zone"
          options={timeZones(zone)}
          required
          value={zone}
          onChange={setZone}
        />
        <Button type="submit" variant="primary" busy={isBusy} wide>
          Create my calendar
        </Button>
      </AuthForm>
      <p className="mt-8 text-center">
        <button type="button" className={textLink} onClick={() => void signOutHere()}>
          Sign in as somebody else
        </button>
      </p>
    </main>
  );
}
