import { Suspense, useState, type ReactNode } from 'react';
import type { Uuid } from '#domain/rows.ts';
import { searchClients } from '#db/queries/clients.ts';
import { useQuery } from '#db/use-query.ts';
import { Combobox } from '#ui/combobox.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

const QuickClient = lazyPart(async () => (await import('./quick-client.tsx')).QuickClient);

const SHOWN = 8;

/** Finds a client at every keystroke, or adds a new one on the spot. */
export function ClientSearch({
  query,
  isNobody = false,
  onPick,
  footer,
  ...field
}: {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  query: string;
  /** It is known already that `query` finds nobody: it begins with the fields of a new client. */
  isNobody?: boolean;
  onQueryChange: (query: string) => void;
  onPick: (id: Uuid, name: string) => void;
  /** Stands below; `add` opens the fields of a new client. */
  footer?: (add: () => void) => ReactNode;
}) {
  const [adding, setAdding] = useState(isNobody ? query : null);
  const found = useQuery((db) => searchClients(db, query, { limit: SHOWN }), [query]) ?? [];
  if (adding !== null) {
    return (
      <Suspense>
        <QuickClient
          typed={adding}
          onCancel={() => setAdding(null)}
          onPick={(id) => {
            setAdding(null);
            onPick(id, adding || 'The client');
          }}
        />
      </Suspense>
    );
  }
  return (
    <>
      <Combobox
        {...field}
        placeholder="Name, phone or e-mail"
        query={query}
        options={found.map(({ id, name, phone, email }) => ({
          id,
          label: name,
          ...(phone || email ? { hint: phone ?? email ?? '' } : {}),
        }))}
        onPick={({ id, label }) => onPick(id, label)}
        onCreate={setAdding}
        createLabel={(text) => `New client “${text}”`}
        emptyText="Nobody found"
      />
      {footer?.(() => setAdding(query))}
    </>
  );
}
