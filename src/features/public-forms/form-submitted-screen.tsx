import { CircleCheck, ClipboardList } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { pathTo } from '#app/paths.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { useBrandAccent } from '#ui/brand-accent.ts';
import { BrandFrame } from '#ui/brand-frame.tsx';
import { ContactLinks } from '#ui/contact-links.tsx';
import { EmptyPage } from '#ui/empty-page.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import type { SentForm } from './sent-form.ts';

/** After a form was sent: that it has arrived, and the way back to the visit that asked for it. */
export function FormSubmittedScreen() {
  const sent = useLocation().state as SentForm | null;
  const business = sent?.business;
  useBrandAccent(business?.brand_colour ?? null);
  return (
    <BrandFrame
      name={business?.name ?? PRODUCT_NAME}
      logoPath={business?.logo_path ?? null}
      foot={
        <>
          {business && <ContactLinks {...business} />}
          <span className="ml-auto py-3">Forms by {PRODUCT_NAME}</span>
        </>
      }
    >
      {sent ? (
        <div className="mx-auto w-full max-w-xl py-6">
          <CircleCheck size={48} strokeWidth={1.75} aria-hidden className="text-success" />
          <StepHeading title="Thank you" place={sent.business.name}>
            {sent.business.name} has your answers to “{sent.name}”. They are not kept on this device
            any more.
          </StepHeading>
          {sent.token && (
            <LinkButton
              to={pathTo('cancelAppointment', null, { token: sent.token })}
              variant="primary"
            >
              See your appointment
            </LinkButton>
          )}
        </div>
      ) : (
        <EmptyPage icon={ClipboardList} title="No form was sent from here">
          Open the link that you were given to fill one in.
        </EmptyPage>
      )}
    </BrandFrame>
  );
}
