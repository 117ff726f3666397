import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { messageFor, ruleText } from '#app/messages.ts';
import { pathTo, patterns } from '#app/paths.ts';
import type { AppError } from '#domain/errors/result.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import type { FormField } from '#domain/rows.ts';
import { tellOpened } from '#remote/public-forms.ts';
import type { FormLink, PublicForm } from '#remote/public-forms.ts';
import { FilesProgress } from '#ui/forms/files-progress.tsx';
import { ActionNotices } from '#ui/action-notices.tsx';
import { useBrandAccent } from '#ui/brand-accent.ts';
import { BrandFrame } from '#ui/brand-frame.tsx';
import { Button } from '#ui/button.tsx';
import { ContactLinks } from '#ui/contact-links.tsx';
import { FormFill } from '#ui/forms/form-fill.tsx';
import { Notice } from '#ui/notice.tsx';
import { LinkTrouble } from '#ui/link-trouble.tsx';
import { PageLoading } from '#ui/skeleton.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { useOnceSeen } from '#ui/use-once-seen.ts';
import type { SentForm } from './sent-form.ts';
import { useFilling } from './use-filling.ts';
import type { Filling } from './use-filling.ts';
import { usePublicForm } from './use-public-form.ts';

/** A form that somebody opened by its link, to be filled in on their own device. */
export function PublicFormScreen() {
  const key = useParams()['publicKey'] ?? '';
  const [params] = useSearchParams();
  const token = params.get('token');
  return <FormOf key={`${key} ${token ?? ''}`} link={{ key, token }} />;
}

function FormOf({ link }: { link: FormLink }) {
  const { form, error, refresh } = usePublicForm(link);
  useBrandAccent(form?.business.brand_colour ?? null);
  const business = form?.business;
  return (
    <BrandFrame
      name={business?.name ?? (error ? PRODUCT_NAME : null)}
      logoPath={business?.logo_path ?? null}
      foot={
        <>
          {business && <ContactLinks {...business} />}
          {business && (
            <Link
              to={pathTo('bookPrivacy', { proUrl: business.slug })}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              Privacy
            </Link>
          )}
          <span className="ml-auto py-3">Forms by {PRODUCT_NAME}</span>
        </>
      }
    >
      {form ? (
        // Another version begins anew, with the answers that still count.
        <OpenForm key={form.form.version} link={link} loaded={form} refresh={refresh} />
      ) : error ? (
        <LinkTrouble error={error} what="form" words={messageFor} refresh={refresh} />
      ) : (
        <PageLoading />
      )}
    </BrandFrame>
  );
}

function OpenForm({
  link,
  loaded: { form, business, is_of_visit = true },
  refresh,
}: {
  link: FormLink;
  loaded: PublicForm;
  refresh: () => Promise<void>;
}) {
  const navigate = useNavigate();
  // A lost call is no loss. Of the open link nobody knows who has it.
  useOnceSeen(
    link.token === null ? null : `${link.key} ${link.token}`,
    () => void tellOpened(link),
  );
  const filling = useFilling(link, form, () => {
    const token = is_of_visit ? link.token : null;
    const sent: SentForm = { name: form.name, token, business };
    void navigate(patterns.formSubmitted, { replace: true, state: sent });
  });
  // What was asked is not there any more: the next version is.
  const isStale = filling.refusal?.code === 'stale';
  useEffect(() => {
    if (isStale) void refresh();
  }, [isStale, refresh]);
  return (
    <div className="mx-auto w-full max-w-xl py-4">
      {filling.isUnderway ? (
        <Sending filling={filling} place={business.name} />
      ) : (
        <Answering filling={filling} form={form} place={business.name} />
      )}
    </div>
  );
}

function Answering({
  filling,
  form: { name, fields },
  place,
}: {
  filling: Filling;
  form: PublicForm['form'];
  place: string;
}) {
  const [begun, setBegun] = useState(0);
  const { refusal } = filling;
  return (
    <>
      <StepHeading title={name} place={place}>
        Your answers stay on this device until you send them to {place}.
      </StepHeading>
      <div className="mb-5 grid gap-4 empty:hidden">
        {refusal && <Notice tone="danger" title={refusalWords(refusal, fields)} />}
        {filling.isRestored && (
          <Notice
            tone={filling.isOlder ? 'warning' : 'info'}
            {...(filling.isOlder ? { title: 'This form has changed' } : {})}
            action={
              <Button
                size="sm"
                variant="quiet"
                onClick={() => {
                  filling.startOver();
                  setBegun(begun + 1);
                }}
              >
                Start over
              </Button>
            }
          >
            {filling.isOlder
              ? 'Your answers of before are still here. Please look through all of them, and agree and sign again.'
              : 'Your answers of before are still here.'}
          </Notice>
        )}
      </div>
      <FormFill
        key={begun}
        fields={fields}
        initial={filling.answers}
        submitLabel="Send"
        ruleWords={ruleText}
        onChange={filling.keep}
        onSubmit={filling.send}
      />
    </>
  );
}

/** Names the question when the server found an answer wrong that this page did not. */
const refusalWords = (refusal: AppError, fields: readonly FormField[]): string => {
  if (refusal.code === 'not_found') {
    return 'This form is not open any more. Please contact the business directly.';
  }
  const label = fields.find(({ id }) => id === refusal.field)?.label;
  return label ? `${label}: ${messageFor(refusal)}` : messageFor(refusal);
};

/** Nothing can be changed while nobody knows whether it has arrived. */
function Sending({ filling, place }: { filling: Filling; place: string }) {
  return (
    <>
      <StepHeading title="Sending your answers" place={place}>
        They are kept on this device until they have arrived.
      </StepHeading>
      <ActionNotices action={filling} words={messageFor} />
      {filling.progress && <FilesProgress {...filling.progress} />}
      <p className="mt-6">
        <Button
          variant="primary"
          busy={filling.silence === null}
          autoFocus
          onClick={filling.askNow}
        >
          {filling.silence === null ? 'Sending' : 'Try again now'}
        </Button>
      </p>
    </>
  );
}
