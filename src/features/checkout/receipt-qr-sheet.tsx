import type { SaleDetail } from '#db/queries/sales.ts';
import { receiptQrText } from '#domain/checkout/receipt-lines.ts';
import { QrPicture } from '#ui/qr-picture.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';

/** The receipt for the client's camera, with or without a connection: the code holds its words. */
export function ReceiptQrSheet({
  open,
  detail,
  onClose,
}: {
  open: boolean;
  detail: SaleDetail;
  onClose: () => void;
}) {
  const text = receiptQrText(detail);
  return (
    <SideSheet open={open} title="Receipt as a QR code" onClose={onClose}>
      <div className="grid justify-items-center gap-4">
        <QrPicture text={text} label="QR code with the receipt" />
        <p className="text-sm text-muted">
          The client’s camera reads the receipt as text, also without a connection.
        </p>
        <pre className="w-full font-sans text-sm break-words whitespace-pre-wrap">{text}</pre>
      </div>
    </SideSheet>
  );
}
