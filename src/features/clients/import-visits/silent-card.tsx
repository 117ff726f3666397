import { messageFor } from '#app/messages.ts';
import { tellOfImports } from '#db/commands/silent-imports.ts';
import type { Access } from '#db/queries/business.ts';
import { silentImports } from '#db/queries/silent-imports.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { BellRing } from 'lucide-react';
import { many } from '../import/words.ts';

/** Imported visits say nothing to anybody until whoever moved over says that the other program has stopped. */
export function SilentCard({ access }: { access: Access }) {
  const db = useDb();
  const silent = useQuery(silentImports, []);
  if (!silent) return null;
  const tell = async (): Promise<void> => {
    tellOutcome(await tellOfImports(db), 'They are told from now on', messageFor);
  };
  return (
    <Card title={`Nobody is told of ${many(silent, 'imported appointment')}`}>
      <p className="text-pretty text-muted">
        No reminders, no news of changes: your earlier program may still send its own. Start once it
        has stopped. Nobody gets a message at once, unless a reminder is due.
      </p>
      {access.may('settings') ? (
        <Button className="mt-4" icon={BellRing} onClick={() => void tell()}>
          Start telling them
        </Button>
      ) : (
        <p className="mt-2 text-muted">An owner or a manager can start it.</p>
      )}
    </Card>
  );
}
