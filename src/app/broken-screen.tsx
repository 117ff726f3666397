import { Button } from '#ui/button.tsx';
import { copyText } from '#platform/download.ts';
import { useState } from 'react';
import { brokenPage } from './broken-words.ts';

/** The full page for a rendering error. Its words are fixed by the specification. */
export function BrokenScreen({ reference, onReset }: { reference: string; onReset: () => void }) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  return (
    <main role="alert" className="grid min-h-dvh place-items-center px-6 py-16">
      <div className="grid max-w-md justify-items-center gap-4 text-center">
        <p className="text-6xl font-semibold tracking-tight text-accent tabular-nums">
          {brokenPage.code}
        </p>
        <h1 className="text-2xl font-semibold">{brokenPage.heading}</h1>
        <p className="text-pretty text-muted">{brokenPage.text}</p>
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={onReset}>
            {brokenPage.refresh}
          </Button>
          <Button
            variant="quiet"
            onClick={async () => {
              const { report } = await import('./report.ts');
              const done = await copyText(await report({ reference }));
              setCopied(done ? 'yes' : 'refused');
            }}
          >
            {copied === 'yes' ? 'Report copied' : 'Copy report'}
          </Button>
        </div>
        <p className="text-sm text-muted" role="status">
          {copied === 'refused'
            ? 'The browser did not allow copying. The same report is at /debug.'
            : `Reference ${reference}`}
        </p>
      </div>
    </main>
  );
}
