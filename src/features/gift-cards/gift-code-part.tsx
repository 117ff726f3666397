import { Printer, QrCode, Share2 } from 'lucide-react';
import { useState } from 'react';
import { printedGiftCode } from '#domain/checkout/gift-code.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, GiftCardRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { copyAndTell } from '#ui/copy-and-tell.ts';
import { QrPicture } from '#ui/qr-picture.tsx';
import { giftCheckLink, giftText } from './gift-card-words.ts';
import { GiftPaper } from './gift-paper.tsx';

/** The code on its way to whoever gets the card: on paper, as a message, or from screen to screen. */
export function GiftCodePart({
  card,
  code,
  business,
}: {
  card: GiftCardRow;
  code: string;
  business: BusinessRow;
}) {
  const [isShown, setShown] = useState(false);
  const worth = formatMoney(card.initial_cents, business.currency, business.locale);
  const link = giftCheckLink(business.slug, code);
  const text = giftText(card, code, worth, business, link);
  const share = async (): Promise<void> => {
    if (!('share' in navigator)) return copyAndTell(text, 'Gift card copied');
    try {
      await navigator.share({ title: 'Gift card', text });
    } catch (error) {
      // Closed without choosing anything.
      if ((error as DOMException).name !== 'AbortError') {
        await copyAndTell(text, 'Gift card copied');
      }
    }
  };
  return (
    <div className="grid gap-2">
      <p className="text-sm font-medium">Code</p>
      <p aria-label="Code of the gift card" className="font-mono text-xl tracking-wide">
        {printedGiftCode(code)}
      </p>
      <div role="group" aria-label="Gift card" className="flex flex-wrap gap-2">
        <Button icon={Printer} onClick={() => window.print()}>
          Print
        </Button>
        <Button icon={Share2} onClick={() => void share()}>
          Share
        </Button>
        <Button icon={QrCode} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide the QR code' : 'Show the QR code'}
        </Button>
      </div>
      {isShown && <QrPicture text={link} label="QR code of this card" />}
      <p className="text-sm text-muted">Only this device knows the whole code. Hand it over now.</p>
      <GiftPaper card={card} code={code} worth={worth} link={link} business={business} />
    </div>
  );
}
