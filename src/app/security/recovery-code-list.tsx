import { PRODUCT_NAME } from '#domain/product.ts';
import { download } from '#platform/download.ts';
import { Button } from '#ui/button.tsx';
import { copyAndTell } from '#ui/copy-and-tell.ts';
import { Copy, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { recoveryText } from './recovery-lines.ts';
import { RecoveryPaper } from './recovery-paper.tsx';

/** The ten codes with every way to keep them. */
export function RecoveryCodeList({
  codes,
  email,
}: {
  codes: readonly string[];
  email: string | null;
}) {
  const [isPrinting, setPrinting] = useState(false);
  return (
    <>
      <p className="text-pretty">
        Keep these somewhere safe, not on the phone that has the app. They are shown this once.
      </p>
      <ol
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-lg border border-line bg-raised p-4 font-mono text-lg tabular-nums select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button icon={Copy} onClick={() => void copyAndTell(codes.join('\n'), 'Codes copied')}>
          Copy
        </Button>
        <Button
          icon={Download}
          onClick={() =>
            download(`${PRODUCT_NAME} recovery codes.txt`, recoveryText(codes, email), 'text/plain')
          }
        >
          Download
        </Button>
        <Button icon={Printer} onClick={() => setPrinting(true)}>
          Print
        </Button>
      </div>
      <p className="text-pretty text-muted">
        Each code works once and only together with your password.
      </p>
      {isPrinting && (
        <RecoveryPaper codes={codes} email={email} onDone={() => setPrinting(false)} />
      )}
    </>
  );
}
