import { CloudUpload } from 'lucide-react';

/** Beside a thing that the server has not seen yet. */
export function WaitingMark({ label = 'Waiting to sync' }: { label?: string }) {
  return (
    <span title={label} className="inline-flex text-muted">
      <CloudUpload size={16} aria-hidden />
      <span className="sr-only">{label}</span>
    </span>
  );
}
