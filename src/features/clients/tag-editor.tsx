import { messageFor } from '#app/messages.ts';
import { setClientTag } from '#db/commands/clients.ts';
import { clientTags } from '#db/queries/clients.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { fold } from '#domain/text/fold.ts';
import type { ClientRow } from '#domain/rows.ts';
import { Card } from '#ui/card.tsx';
import { Combobox } from '#ui/combobox.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { X } from 'lucide-react';
import { useState } from 'react';

/** More suggestions than these are scrolled past. */
const SUGGESTED = 8;

/** Words to find and filter clients by. Each is added or taken off by itself, at once. */
export function TagEditor({ client, mayEdit }: { client: ClientRow; mayEdit: boolean }) {
  const db = useDb();
  const [query, setQuery] = useState('');
  const known = useQuery(clientTags, []) ?? [];
  const wanted = fold(query);
  const options = known
    .filter(({ tag }) => !client.tags.includes(tag) && fold(tag).includes(wanted))
    .slice(0, SUGGESTED)
    .map(({ tag, count }) => ({ id: tag, label: tag, hint: `${count} clients` }));
  const isKnown = [...client.tags, ...known.map(({ tag }) => tag)].some(
    (tag) => fold(tag) === wanted,
  );

  const set = async (tag: string, on: boolean): Promise<void> => {
    const result = await setClientTag(db, client.id, tag, on);
    if (!on || !result.ok) return tellOutcome(result, `${tag} taken off`, messageFor);
    setQuery('');
  };

  if (!mayEdit && client.tags.length === 0) return null;
  return (
    <Card className="max-lg:order-5" title="Tags">
      {client.tags.length > 0 && (
        <ul className="mb-3 flex flex-wrap gap-2" aria-label="Tags of this client">
          {client.tags.map((tag) => (
            <li
              key={tag}
              className="inline-flex min-h-9 max-w-full items-center rounded-full bg-raised pl-3.5 text-sm font-medium"
            >
              <bdi className="truncate">{tag}</bdi>
              {mayEdit ? (
                <button
                  type="button"
                  aria-label={`Remove the tag ${tag}`}
                  onClick={() => void set(tag, false)}
                  className="grid size-9 shrink-0 place-items-center rounded-full text-muted hover:text-danger pointer-coarse:size-11"
                >
                  <X size={16} aria-hidden />
                </button>
              ) : (
                <span className="w-3.5" />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayEdit && (
        <Combobox
          label="Add a tag"
          labelHidden
          placeholder="Add a tag"
          query={query}
          onQueryChange={setQuery}
          options={options}
          onPick={({ id }) => void set(id, true)}
          {...(isKnown ? {} : { onCreate: (text: string) => void set(text, true) })}
          emptyText="Type a word to make it a tag"
        />
      )}
    </Card>
  );
}
