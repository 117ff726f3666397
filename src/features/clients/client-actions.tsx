import { pathTo } from '#app/paths.ts';
import { clientShortName } from '#domain/clients/name.ts';
import type { ClientRow } from '#domain/rows.ts';
import { buttonLook } from '#ui/button-look.ts';
import type { Icon } from '#ui/icon.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { CalendarPlus, Mail, MessageSquare, Phone } from 'lucide-react';

/** What one does with a client, as large targets: book, call, text, mail. */
export function ClientActions({
  client,
  showsContact,
  mayBook,
}: {
  client: ClientRow;
  showsContact: boolean;
  mayBook: boolean;
}) {
  const phone = showsContact ? client.phone : null;
  const email = showsContact ? client.email : null;
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
          <Outside href={`tel:${phone}`} icon={Phone} label="Call" />
          <Outside href={`sms:${phone}`} icon={MessageSquare} label="Text" />
        </>
      )}
      {email && <Outside href={`mailto:${email}`} icon={Mail} label="Mail" />}
    </div>
  );
}

function Outside({ href, icon: Icon, label }: { href: string; icon: Icon; label: string }) {
  return (
    <a href={href} className={`${buttonLook('secondary', 'md')} max-sm:flex-1`}>
      <Icon size={18} aria-hidden />
      {label}
    </a>
  );
}
