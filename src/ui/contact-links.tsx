import type { Address } from '#domain/rows.ts';
import { addressLines, mapLink } from '#domain/text/address.ts';

const link = 'inline-flex min-h-11 items-center underline underline-offset-4';

/** Where somebody is and how to reach them: help in the same place on every page. */
export function ContactLinks({
  address,
  phone,
  email,
}: {
  address: Address | null;
  phone: string | null;
  email: string | null;
}) {
  return (
    <>
      {address && (
        <a href={mapLink(address)} target="_blank" rel="noopener noreferrer" className={link}>
          {addressLines(address).join(', ')}
        </a>
      )}
      {phone && (
        <a href={telLink(phone)} className={link}>
          {phone}
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} className={link}>
          {email}
        </a>
      )}
    </>
  );
}

/** Opens the phone app with the number. */
export const telLink = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;
