import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { recoveryLines } from './recovery-lines.ts';
import './recovery-paper.css';

/** The codes as a sheet of paper and nothing else. Opens the print dialog as soon as it is drawn. */
export function RecoveryPaper({
  codes,
  email,
  onDone,
}: {
  codes: readonly string[];
  email: string | null;
  onDone: () => void;
}) {
  useEffect(() => {
    window.addEventListener('afterprint', onDone);
    window.print();
    return () => window.removeEventListener('afterprint', onDone);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it is on the sheet
  }, []);
  const [title, ...lines] = recoveryLines(email);
  return createPortal(
    <div className="recovery-paper" role="region" aria-label="Recovery codes for paper">
      <h1>{title}</h1>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <ol>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </div>,
    document.body,
  );
}
