import { pathTo } from '#app/paths.ts';
import { businessSettings, myAccess } from '#db/queries/business.ts';
import { clientTags, listClients, searchAmong } from '#db/queries/clients.ts';
import { whatIsLoaded } from '#db/queries/coverage.ts';
import { pendingKeys } from '#db/queries/pending.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { NO_FILTER } from '#domain/clients/filter.ts';
import { typedClient } from '#domain/clients/typed-client.ts';
import { Button } from '#ui/button.tsx';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { Page } from '#ui/page.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast.ts';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { useSearched } from '#ui/use-searched.ts';
import { UserRoundPlus } from 'lucide-react';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useNavigationType } from 'react-router-dom';
import { AddClientSheet } from './add-client-sheet.tsx';
import { linesOf } from './client-lines.ts';
import { ClientList } from './client-list.tsx';
import type { ClientListHandle, LeftAt } from './client-list.tsx';
import { ClientFilters } from './client-filters.tsx';
import { countText } from './client-words.ts';
import { NobodyFound, NobodyYet } from './empty-states.tsx';
import { ListMenu } from './list-menu.tsx';
import { recallList, rememberList } from './list-memory.ts';
import { SearchBox } from './search-box.tsx';

/** Opened now and then; the list does not wait for it. */
const FilterSheet = lazySheet(
  'Filter clients',
  async () => (await import('./filter-sheet.tsx')).FilterSheet,
);

const NONE: ReadonlySet<never> = new Set();

/** Everybody the business knows: found within a keystroke, with or without network. */
export function ClientsScreen() {
  const db = useDb();
  const navigate = useNavigate();
  const isReturn = useNavigationType() === 'POP';
  const [start] = useState(() => recallList(db, isReturn));
  const [text, setText] = useState(start.text);
  const [filter, setFilter] = useState(start.filter);
  const [filtering, openFilter, closeFilter] = useSearchParam('filter');
  const shownFilter = useLinger(filtering);
  const [archived, setArchived] = useState(start.archived);
  const [sheet, openSheet, closeSheet] = useSearchParam('new');
  const shownSheet = useLinger(sheet);
  const searched = useSearched();
  const shownSearched = useLinger(sheet === null ? null : searched);
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<ClientListHandle>(null);

  const status = archived ? 'archived' : 'active';
  const clients = useQuery((database) => listClients(database, status, filter), [status, filter]);
  // A key and its answer are one frame: waiting for a query would cost a second one.
  const found = useMemo(() => clients && searchAmong(clients, text), [clients, text]);
  const everybody = useQuery((database) => listClients(database, status), [status]);
  const tags = useQuery(clientTags, []);
  const pending = useQuery(pendingKeys, []) ?? NONE;
  const loaded = useQuery(whatIsLoaded, []);
  const settings = useQuery(businessSettings, []);
  const access = useQuery(myAccess, []);

  const isSearching = text.trim() !== '';
  const lines = useMemo(() => linesOf(found ?? [], !isSearching), [found, isSearching]);
  const mayAdd = access?.may('clients.edit', 'own') ?? false;
  const add = (): void => openSheet('client');
  // Another list is read from its top.
  const show = (change: () => void): void => {
    change();
    window.scrollTo(0, 0);
  };
  const shown = useRef({ text, filter, archived });
  useEffect(() => {
    shown.current = { text, filter, archived };
  });
  const onLeave = useCallback(
    (place: LeftAt) => rememberList(db, { ...shown.current, ...place }),
    [db],
  );
  const onAboveFirst = useCallback(() => search.current?.focus(), []);
  const openFirst = (): void => {
    const [first] = found ?? [];
    if (isSearching && first) void navigate(pathTo('client', { clientId: first.id }));
  };

  const isReady = found !== undefined && everybody !== undefined && loaded !== undefined;
  const isFirstSync = isReady && everybody.length === 0 && loaded.clients !== 'all';
  return (
    <Page
      title="Clients"
      subtitle={
        <span role="status">
          {isReady && !isFirstSync && countText(found.length, everybody.length, loaded.clients)}
        </span>
      }
      actions={
        <>
          {mayAdd && (
            <Button variant="primary" icon={UserRoundPlus} onClick={add}>
              {/* A phone has room for one word beside the menu. */}
              <span>
                Add <span className="max-sm:sr-only">client</span>
              </span>
            </Button>
          )}
          {access && isReady && <ListMenu access={access} found={found} all={everybody.length} />}
        </>
      }
    >
      {isFirstSync ? (
        <SkeletonList rows={8} label="Your clients are being loaded" />
      ) : isReady && everybody.length === 0 && !archived ? (
        <NobodyYet onAdd={mayAdd ? add : null} mayImport={access?.may('clients.edit') ?? false} />
      ) : (
        <>
          <div className="sticky top-0 z-10 -mx-4 grid gap-3 bg-canvas px-4 pt-1 pb-3 sm:-mx-6 sm:px-6 lg:-mx-10 lg:px-10">
            <SearchBox
              text={text}
              onText={(next) => show(() => setText(next))}
              inputRef={search}
              onDown={() => list.current?.focusFirst()}
              onEnter={openFirst}
            />
            <ClientFilters
              tags={tags ?? []}
              filter={filter}
              onFilter={(next) => show(() => setFilter(next ?? NO_FILTER))}
              onMore={() => openFilter('all')}
              archived={archived}
              onArchived={(next) => show(() => setArchived(next))}
            />
          </div>
          {isReady &&
            (lines.length > 0 ? (
              <ClientList
                ref={list}
                lines={lines}
                pending={pending}
                showsContact={access?.may('clients.contact', 'own') ?? false}
                start={start}
                onLeave={onLeave}
                onAboveFirst={onAboveFirst}
              />
            ) : (
              <NobodyFound
                text={text.trim()}
                archived={archived}
                onAdd={mayAdd && !archived ? add : null}
                onClear={() => {
                  setText('');
                  setFilter(NO_FILTER);
                  search.current?.focus();
                }}
              />
            ))}
        </>
      )}
      {shownFilter && settings && (
        <Suspense>
          <FilterSheet
            open={filtering !== null}
            filter={filter}
            onFilter={(next) => show(() => setFilter(next))}
            tags={tags ?? []}
            locale={settings.business.locale}
            onClose={closeFilter}
          />
        </Suspense>
      )}
      {shownSheet && settings && (
        <AddClientSheet
          open={sheet !== null}
          business={settings.business}
          prefill={typedClient(shownSearched ?? (found?.length === 0 ? text : ''))}
          onClose={closeSheet}
          onAdded={(id, name) => {
            showToast({ type: 'success', title: `${name} added` });
            void navigate(pathTo('client', { clientId: id }), { replace: true });
          }}
        />
      )}
    </Page>
  );
}
