import { Mail, MessageSquare, Printer, QrCode, Share2 } from 'lucide-react';
import { messageFor } from '#app/messages.ts';
import { mailReceipt } from '#db/commands/receipt-mails.ts';
import type { SaleDetail } from '#db/queries/sales.ts';
import { useDb } from '#db/use-query.ts';
import { receiptNumber } from '#domain/checkout/receipt.ts';
import { receiptText } from '#domain/checkout/receipt-lines.ts';
import { Button } from '#ui/button.tsx';
import { buttonLook } from '#ui/button-look.ts';
import { copyAndTell } from '#ui/copy-and-tell.ts';
import { tellOutcome } from '#ui/outcome.ts';

/** The receipt on its way: on paper, to whatever app the phone offers, by text, or by a mail of ours. */
export function SendReceipt({
  detail,
  phone,
  email,
  onQr,
}: {
  detail: SaleDetail;
  phone: string | null;
  email: string | null;
  onQr: () => void;
}) {
  const db = useDb();
  const text = receiptText(detail);
  const title = `Receipt ${receiptNumber(detail.sale)}`;
  const share = async (): Promise<void> => {
    if (!('share' in navigator)) return copyAndTell(text, 'Receipt copied');
    try {
      await navigator.share({ title, text });
    } catch (error) {
      // Closed without choosing anything.
      if ((error as DOMException).name !== 'AbortError') await copyAndTell(text, 'Receipt copied');
    }
  };
  const mail = async (): Promise<void> =>
    // The server writes it, when this device is online.
    tellOutcome(await mailReceipt(db, detail.sale.id), `The receipt goes to ${email}`, messageFor);
  const body = encodeURIComponent(text);
  return (
    <div role="group" aria-label="Receipt" className="flex flex-wrap gap-2">
      <Button icon={Printer} onClick={() => window.print()}>
        Print
      </Button>
      <Button icon={Share2} onClick={() => void share()}>
        Share
      </Button>
      <Button icon={QrCode} onClick={onQr}>
        QR code
      </Button>
      {phone && (
        <a
          href={`sms:${phone.replace(/[^+\d]/g, '')}?&body=${body}`}
          className={buttonLook('secondary', 'md', false)}
        >
          <MessageSquare size={18} aria-hidden />
          Text
        </a>
      )}
      {email && (
        <Button icon={Mail} onClick={() => void mail()}>
          Mail
        </Button>
      )}
    </div>
  );
}
