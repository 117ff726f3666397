import { ScanLine } from 'lucide-react';
import { Suspense, useState } from 'react';
import { findsCodes } from '#platform/camera-codes.ts';
import { Button } from './button.tsx';
import { lazySheet } from './lazy-overlay.tsx';
import { useLinger } from './use-linger.ts';

const CameraSheet = lazySheet('Scan', async () => (await import('./camera-sheet.tsx')).CameraSheet);

/** Scans codes with the camera. Nothing where the browser finds none in pictures. */
export function CameraScan({
  formats,
  many = false,
  told = '',
  onScan,
}: {
  /** A list that stays the same: PRODUCT_CODES, QR_CODES. */
  formats: readonly string[];
  /** One after the other, until the sheet is closed. */
  many?: boolean;
  /** What the last one was, said in the sheet. */
  told?: string;
  onScan: (text: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const isDrawn = useLinger(isOpen || null) !== null;
  if (!findsCodes()) return null;
  return (
    <>
      <Button icon={ScanLine} className="justify-self-start" onClick={() => setOpen(true)}>
        Scan with the camera
      </Button>
      {isDrawn && (
        <Suspense>
          <CameraSheet
            open={isOpen}
            formats={formats}
            told={told}
            onCode={(text) => {
              // On its way out the sheet still looks.
              if (!isOpen) return;
              if (!many) setOpen(false);
              onScan(text);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
