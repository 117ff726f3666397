import { CircleUserRound, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Uuid } from '#domain/rows.ts';
import { clientWithAlerts } from '#db/queries/client-alerts.ts';
import { alsoMeant } from '#db/queries/family.ts';
import { useQuery } from '#db/use-query.ts';
import { clientName } from '#domain/clients/name.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { ClientSearch } from './client-search.tsx';

/** Whom the appointment is for. `isWalkIn` = nobody we know, and that is meant so. */
export type Whom = { clientId: Uuid | null; isWalkIn: boolean };

/** Finds a client at every keystroke, adds a new one on the spot, or books a walk-in. */
export function ClientField({
  value,
  error,
  withWalkIn = true,
  takesFocus = true,
  searched = '',
  onChange,
}: {
  value: Whom;
  error: string | undefined;
  /** It may be for nobody we know. */
  withWalkIn?: boolean;
  /** It is what one begins with. */
  takesFocus?: boolean;
  /** Whoever was searched for elsewhere, and not found. */
  searched?: string;
  onChange: (value: Whom) => void;
}) {
  const [query, setQuery] = useState(searched);
  const { clientId, isWalkIn } = value;
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // With a keyboard one types at once; on a touch screen the keys would cover the form. The next
    // frame: the dialog takes focus when it opens.
    if (!takesFocus || !matchMedia('(hover: hover)').matches) return;
    const frame = requestAnimationFrame(() => field.current?.querySelector('input')?.focus());
    return () => cancelAnimationFrame(frame);
  }, [takesFocus]);

  const choose = (whom: Whom): void => {
    // Whoever wants to change it looks for somebody else.
    setQuery('');
    onChange(whom);
  };

  if (clientId || isWalkIn) {
    return (
      <ChosenClient
        clientId={clientId}
        onPick={(id) => onChange({ clientId: id, isWalkIn: false })}
        onClear={() => onChange({ clientId: null, isWalkIn: false })}
      />
    );
  }
  return (
    <div ref={field} className="grid gap-2">
      <ClientSearch
        label="Client"
        error={error}
        query={query}
        isNobody={searched !== '' && query === searched}
        onQueryChange={setQuery}
        onPick={(id) => choose({ clientId: id, isWalkIn: false })}
        footer={(add) => (
          <div className="flex flex-wrap gap-2">
            {withWalkIn && (
              <Button size="sm" onClick={() => choose({ clientId: null, isWalkIn: true })}>
                Walk-in
              </Button>
            )}
            <Button size="sm" onClick={add}>
              New client
            </Button>
          </div>
        )}
      />
    </div>
  );
}

function ChosenClient({
  clientId,
  onPick,
  onClear,
}: {
  clientId: Uuid | null;
  onPick: (id: Uuid) => void;
  onClear: () => void;
}) {
  const chosen = useQuery(
    async (db) => {
      const found = clientId ? await clientWithAlerts(db, clientId) : undefined;
      return found && { client: found, family: await alsoMeant(db, found) };
    },
    [clientId],
  );
  const client = chosen?.client;
  const family = chosen?.family ?? [];
  const name = clientId ? (client ? clientName(client) : '…') : 'Walk-in';
  const contact = client?.phone_raw ?? client?.phone ?? client?.email;
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-3 rounded-lg border border-line py-2 pr-2 pl-3">
        <CircleUserRound size={26} strokeWidth={1.5} className="shrink-0 text-muted" aria-hidden />
        <span className="min-w-0 flex-1">
          <bdi className="block truncate font-medium">{name}</bdi>
          <span className="block truncate text-sm text-muted">
            {clientId ? contact : 'No client record'}
          </span>
        </span>
        <Button size="sm" variant="quiet" onClick={onClear}>
          Change
        </Button>
      </div>
      {family.length > 0 && (
        <div role="group" aria-label="Or for" className="flex flex-wrap items-center gap-2">
          <span className="text-sm text-muted" aria-hidden>
            Or for
          </span>
          {family.map((other) => (
            <Button key={other.id} size="sm" onClick={() => onPick(other.id)}>
              <bdi className="max-w-48 truncate">{clientName(other)}</bdi>
            </Button>
          ))}
        </div>
      )}
      {client?.alert_note && (
        <Notice tone="warning" title="Note">
          <p className="whitespace-pre-line">{client.alert_note}</p>
        </Notice>
      )}
      {client && client.online_booking === 'block' && (
        <p className="flex items-center gap-1.5 text-sm text-muted">
          <TriangleAlert size={15} aria-hidden /> May not book online.
        </p>
      )}
    </div>
  );
}
