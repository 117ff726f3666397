import { patterns } from '#app/paths.ts';
import { useDb } from '#db/use-query.ts';
import type { ImportRecord } from '#db/schema.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { CircleCheck, CircleStop, Undo2, UsersRound } from 'lucide-react';
import { runUndo } from './run.ts';
import { importedText } from './words.ts';

export function DoneStep({ record, onAgain }: { record: ImportRecord; onAgain: () => void }) {
  const db = useDb();
  const undo = async (): Promise<void> => {
    if (await runUndo(db, record)) onAgain();
  };
  return (
    <EmptyState
      icon={record.state === 'stopped' ? CircleStop : CircleCheck}
      title={importedText(record)}
      action={
        <>
          <LinkButton variant="primary" icon={UsersRound} to={patterns.clients}>
            Go to clients
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
      {record.state === 'stopped'
        ? 'What came in before is there. Import the file again for the rest, or take it back.'
        : 'You can take the whole import back for 30 days, here or from the settings.'}
    </EmptyState>
  );
}
