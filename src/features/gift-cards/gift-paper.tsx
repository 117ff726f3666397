import { createPortal } from 'react-dom';
import { printedGiftCode } from '#domain/checkout/gift-code.ts';
import type { BusinessRow, GiftCardRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { QrPicture } from '#ui/qr-picture.tsx';
import './gift-paper.css';

/** The card on paper, A6 or a part of A4. Beside the page: a sheet would cut it where it ends. */
export function GiftPaper({
  card: { recipient_name, message, expires_on },
  code,
  worth,
  link,
  business,
}: {
  card: GiftCardRow;
  code: string;
  worth: string;
  link: string;
  business: BusinessRow;
}) {
  return createPortal(
    <section className="gift-paper" aria-label="Gift card on paper">
      <p className="gift-paper-business">{business.name}</p>
      <p className="gift-paper-title">Gift card</p>
      <p className="gift-paper-worth">{worth}</p>
      {recipient_name !== null && <p>For {recipient_name}</p>}
      {message !== null && <p className="gift-paper-message">{message}</p>}
      <div className="gift-paper-code">
        <QrPicture text={link} label="QR code of this card" />
        <div>
          <p className="gift-paper-sign">{printedGiftCode(code)}</p>
          <p>Show this code when you pay. What is not used stays on the card.</p>
          <p>Scan it to see what is left.</p>
          {expires_on !== null && (
            <p>Can be used until {businessFormats(business).date(expires_on)}.</p>
          )}
        </div>
      </div>
    </section>,
    document.body,
  );
}
