import { Copy, Link2, Mail, MessageSquare, Share2 } from 'lucide-react';
import { useState } from 'react';
import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import type { SaleDetail } from '#db/queries/sales.ts';
import { useDb } from '#db/use-query.ts';
import { receiptNumber } from '#domain/checkout/receipt.ts';
import type { ErrorCode } from '#domain/errors/codes.ts';
import type { AppError } from '#domain/errors/result.ts';
import { formatMoney } from '#domain/money/format.ts';
import { Button } from '#ui/button.tsx';
import { buttonLook } from '#ui/button-look.ts';
import { copyAndTell } from '#ui/copy-and-tell.ts';
import { Notice } from '#ui/notice.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { QrPicture } from '#ui/qr-picture.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { showToast } from '#ui/toast.ts';
import { useOnline } from '#ui/use-online.ts';

type Props = { open: boolean; detail: SaleDetail; onClose: () => void };

/** A link on which the client pays what is to be collected by card: as a QR code, or sent to them. */
export function PayLinkSheet({ open, detail, onClose }: Props) {
  return (
    <SideSheet open={open} title="Pay by card online" onClose={onClose}>
      {detail.standing.due_cents > 0 ? (
        <PayLink detail={detail} />
      ) : (
        <Notice tone="success" live title="This is paid">
          Nothing more is to be collected.
        </Notice>
      )}
    </SideSheet>
  );
}

function PayLink({ detail: { sale, standing, business, reach, pending } }: Pick<Props, 'detail'>) {
  const db = useDb();
  const online = useOnline();
  // One link, however often its answer is lost.
  const [opId] = useState(() => db.newId());
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const [made, setMade] = useState<{ link: string; amount: string } | null>(null);
  const [isMailed, setMailed] = useState(false);
  const money = (cents: number): string => formatMoney(cents, sale.currency, business.locale);

  const make = async (): Promise<void> => {
    if (!db.bills) return;
    setBusy(true);
    const answer = await (await db.bills()).ask(sale.id, opId, false);
    setBusy(false);
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    const { token, slug: proUrl, amount } = answer.value;
    setMade({
      link: `${location.origin}${pathTo('bookBill', { proUrl }, { token })}`,
      amount: money(amount),
    });
  };

  const mail = async (): Promise<void> => {
    if (!db.bills) return;
    setBusy(true);
    const answer = await (await db.bills()).ask(sale.id, opId, true);
    setBusy(false);
    if (!answer.ok) return tellFailure(answer.error, wordsFor);
    setMailed(answer.value.mailed);
    if (answer.value.mailed) showToast({ type: 'success', title: 'Bill mailed' });
    else {
      showToast({
        type: 'error',
        title: 'It could not be mailed: there is no address, or mail to it came back.',
      });
    }
  };

  if (made) {
    const text = `${business.name}: ${receiptNumber(sale)}, ${made.amount}. ${made.link}`;
    return (
      <MadeLink
        {...made}
        text={text}
        to={reach}
        busy={isBusy}
        isMailed={isMailed}
        onMail={() => void mail()}
      />
    );
  }
  return (
    <div className="grid gap-4">
      <p className="text-pretty">
        Your client pays {money(standing.due_cents)} on a page of yours, from a QR code or a link.
        This sale is paid as soon as the card is charged.
      </p>
      {!online && (
        <Notice tone="warning" title="This needs a connection">
          Nothing is paid yet: {money(standing.due_cents)} stays to be collected. Make the link when
          you are online, or collect it in another way.
        </Notice>
      )}
      {online && pending && (
        <Notice title="On its way to the server">
          The link can be made as soon as the server knows this sale.
        </Notice>
      )}
      {error && <Notice tone="danger" title={wordsFor(error)} />}
      <Button
        variant="primary"
        icon={Link2}
        busy={isBusy}
        disabled={!online || pending}
        onClick={() => void make()}
      >
        Make the link
      </Button>
    </div>
  );
}

function MadeLink({
  link,
  amount,
  text,
  to,
  busy,
  isMailed,
  onMail,
}: {
  link: string;
  amount: string;
  text: string;
  to: SaleDetail['reach'];
  busy: boolean;
  isMailed: boolean;
  onMail: () => void;
}) {
  const share = async (): Promise<void> => {
    try {
      await navigator.share({ text });
    } catch (error) {
      // Closed without choosing anything.
      if ((error as DOMException).name !== 'AbortError') await copyAndTell(link, 'Link copied');
    }
  };
  return (
    <div className="grid justify-items-center gap-4">
      <p className="text-xl">
        Pay <strong className="tabular-nums">{amount}</strong>
      </p>
      <QrPicture text={link} label="QR code of the bill" />
      <p role="status" className="text-center text-sm text-pretty text-muted">
        Your client’s camera opens the bill. It shows here when it is paid; the link works for 30
        days.
      </p>
      <p className="text-center text-sm text-muted select-all wrap-anywhere">{link}</p>
      <div role="group" aria-label="Send the link" className="flex flex-wrap justify-center gap-2">
        <Button icon={Copy} onClick={() => void copyAndTell(link, 'Link copied')}>
          Copy
        </Button>
        {'share' in navigator && (
          <Button icon={Share2} onClick={() => void share()}>
            Share
          </Button>
        )}
        {to?.phone && (
          <a
            href={`sms:${to.phone.replace(/[^+\d]/g, '')}?&body=${encodeURIComponent(text)}`}
            className={buttonLook('secondary', 'md', false)}
          >
            <MessageSquare size={18} aria-hidden />
            Text
          </a>
        )}
        {to?.email && !isMailed && (
          <Button icon={Mail} busy={busy} onClick={onMail}>
            Mail the bill
          </Button>
        )}
      </div>
      {to?.email && (
        <p role="status" className="text-center text-sm text-muted wrap-anywhere">
          {isMailed ? `Mailed to ${to.email}.` : `A mail goes to ${to.email}, with the bill in it.`}
        </p>
      )}
    </div>
  );
}

const WORDS: Partial<Record<ErrorCode, string>> = {
  not_offered: 'Clients cannot pay online yet. The owner connects that under Settings, Payments.',
  not_found: 'The server does not know this sale yet. Try again when it has synced.',
  nothing_due: 'Nothing can be paid online now. Somebody may be paying just now.',
};

const wordsFor = (error: AppError): string => WORDS[error.code] ?? messageFor(error);
