import { pathTo } from '#app/paths.ts';
import type { Reach } from '#domain/clients/guardian.ts';
import { clientShortName } from '#domain/clients/name.ts';
import type { ClientRow } from '#domain/rows.ts';
import { buttonLook } from '#ui/button-look.ts';
import type { Icon } from '#ui/icon.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { CalendarPlus, Mail, MessageSquare, Phone } from 'lucide-react';

/** What one does with a client, or with their guardian, as large targets: book, call, text, mail. */
export function ClientActions({
  client,
  reach,
  showsContact,
  mayBook,
}: {
  client: ClientRow;
  reach: Reach;
  showsContact: boolean;
  mayBook: boolean;
}) {
  const phone = showsContact ? reach.phone : null;
  const email = showsContact ? reach.email : null;
  const canBook = mayBook && client.status === 'active';
  if (!canBook && !phone && !email) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {canBook && (
        <LinkButton
          to={pathTo('calendar', null, { new: 'appointment', client: client.id })}
          variant="primary"
          icon={CalendarPlus}
          className="max-sm:w-full"
        >
          Book {clientShortName(client).slice(0, 24)}
        </LinkButton>
      )}
      {phone && (
        <>
          <Outside href={`tel:${phone}`} icon={Phone} label={towards('Call', reach.phoneOf)} />
          <Outside
            href={`sms:${phone}`}
            icon={MessageSquare}
            label={towards('Text', reach.phoneOf)}
          />
        </>
      )}
      {email && (
        <Outside href={`mailto:${email}`} icon={Mail} label={towards('Mail', reach.emailOf)} />
      )}
    </div>
  );
}

/** `Call`, and `Call Grace` where it is the guardian who answers. */
const towards = (verb: string, guardian: ClientRow | null): string =>
  guardian ? `${verb} ${clientShortName(guardian).slice(0, 24)}` : verb;

function Outside({ href, icon: Icon, label }: { href: string; icon: Icon; label: string }) {
  return (
    <a href={href} className={`${buttonLook('secondary', 'md')} max-sm:flex-1`}>
      <Icon size={18} aria-hidden />
      {label}
    </a>
  );
}
