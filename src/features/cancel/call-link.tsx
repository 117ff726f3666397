import { telLink } from '#ui/contact-links.tsx';

/** The way that is left for what is not possible online. */
export function CallLink({ phone }: { phone: string }) {
  return (
    <a
      href={telLink(phone)}
      className="inline-flex min-h-11 items-center rounded-md border border-line bg-surface px-4 font-medium shadow-card hover:bg-raised"
    >
      Call {phone}
    </a>
  );
}
