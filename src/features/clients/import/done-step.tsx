import { useDb } from '#db/use-query.ts';
import type { ImportRecord } from '#db/schema.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import type { LucideIcon } from 'lucide-react';
import { CircleStop, Undo2 } from 'lucide-react';
import { runUndo } from './run.ts';
import { importedText } from './words.ts';

/** An import that is through or was stopped: where to see it, how to take it back. */
export function DoneStep({
  record,
  icon,
  next,
  left = '',
  onAgain,
}: {
  record: ImportRecord;
  icon: LucideIcon;
  next: { words: string; icon: LucideIcon; to: string };
  /** What did not come in although it was to, as a sentence. */
  left?: string;
  onAgain: () => void;
}) {
  const db = useDb();
  const undo = async (): Promise<void> => {
    if (await runUndo(db, record)) onAgain();
  };
  return (
    <EmptyState
      icon={record.state === 'stopped' ? CircleStop : icon}
      title={importedText(record)}
      action={
        <>
          <LinkButton variant="primary" icon={next.icon} to={next.to}>
            {next.words}
          </LinkButton>
          <Button icon={Undo2} onClick={() => void undo()}>
            Undo the import
          </Button>
          <Button variant="quiet" onClick={onAgain}>
            Import another file
          </Button>
        </>
      }
    >
      {left && `${left} `}
      {record.state === 'stopped'
        ? 'What came in before is there. Import the file again for the rest: what is there already stays out.'
        : 'You can take the whole import back for 30 days, here or from the list of imports.'}
    </EmptyState>
  );
}
