import { Check, Mail, MessageSquare } from 'lucide-react';
import type { Reach } from '#domain/clients/guardian.ts';
import { mailLink, smsLink } from '#domain/text/message-link.ts';

/** One message for one client, opened in the messages of this device: the person presses "send". */
export function HandOver({
  reach,
  name,
  subject,
  text,
  isOpened,
  onOpen,
}: {
  /** null = nobody we know. */
  reach: Pick<Reach, 'phone' | 'email'> | null;
  /** Of whoever reads it. */
  name: string;
  /** Of a mail, when there is no phone number. */
  subject: string;
  text: string;
  isOpened: boolean;
  /** `channel`: how it was opened. */
  onOpen: (channel: 'sms' | 'email') => void;
}) {
  const phone = reach?.phone;
  const email = reach?.email;
  if (!phone && !email) return <p className="text-sm text-muted">No phone and no e-mail known.</p>;
  const Icon = isOpened ? Check : phone ? MessageSquare : Mail;
  return (
    <>
      <p className="text-sm break-words text-muted">{text}</p>
      <a
        href={phone ? smsLink(phone, text) : mailLink(email!, subject, text)}
        onClick={() => onOpen(phone ? 'sms' : 'email')}
        className="-mb-1 -ml-2 inline-flex min-h-11 w-fit max-w-full items-center gap-2 rounded-md px-2 font-medium text-accent hover:bg-raised"
      >
        <Icon size={17} className="shrink-0" aria-hidden />
        <span className="truncate">
          {phone ? 'Text' : 'Mail'} <bdi>{name}</bdi>
          {isOpened && ' again'}
        </span>
      </a>
    </>
  );
}
