import { pathTo } from '#app/paths.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { copyAndTell } from '#ui/copy-and-tell.ts';
import { Copy } from 'lucide-react';
import { embedCode } from './embed-code.ts';

/** The booking page inside a page of the business's own. */
export function EmbedBox({ business }: { business: Pick<BusinessRow, 'name' | 'slug'> }) {
  const path = pathTo('book', { proUrl: business.slug });
  const code = embedCode(location.origin, path, business.name);
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3 p-4 pt-1">
      <p className="text-pretty text-muted">
        Paste this into your website where clients should book. Whoever looks after the website
        knows where it goes.
      </p>
      <textarea
        readOnly
        aria-label="Code for your website"
        rows={8}
        value={code}
        className="w-full rounded-md border border-line bg-raised p-3 font-mono text-sm"
      />
      <Button size="sm" icon={Copy} onClick={() => void copyAndTell(code, 'Code copied')}>
        Copy the code
      </Button>
      <p className="text-sm text-pretty text-muted">
        A link can fill in what you know already: add{' '}
        <code className="break-all">
          ?service=…&amp;staff=…&amp;day=2027-05-14&amp;first_name=…
        </code>{' '}
        to the address of the page, here or in a mail.
      </p>
    </div>
  );
}
