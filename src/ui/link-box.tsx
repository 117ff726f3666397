import { copyText } from '#platform/download.ts';
import { Check, Copy, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { buttonLook } from './button-look.ts';
import { Button } from './button.tsx';

/** A public link to read, copy and open. */
export function LinkBox({
  path,
  what,
  note,
}: {
  path: string;
  /** What opens, for screen readers: "the booking page". */
  what: string;
  note?: string | null;
}) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  const link = location.origin + path;
  return (
    <div className="grid grid-cols-1 gap-2 rounded-md bg-raised p-3">
      <p className="break-all select-all">{link}</p>
      {note && <p className="text-sm text-muted">{note}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={copied === 'yes' ? Check : Copy}
          onClick={async () => setCopied((await copyText(link)) ? 'yes' : 'refused')}
        >
          {copied === 'yes' ? 'Copied' : 'Copy link'}
        </Button>
        <a
          href={path}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonLook('secondary', 'sm')}
        >
          <ExternalLink size={18} aria-hidden />
          Open
          <span className="sr-only"> {what} in a new tab</span>
        </a>
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {copied === 'refused' && 'The browser did not allow copying. Select the link instead.'}
      </p>
    </div>
  );
}
