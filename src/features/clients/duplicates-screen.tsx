import { patterns } from '#app/paths.ts';
import { myAccess } from '#db/queries/business.ts';
import { duplicateClients } from '#db/queries/duplicate-clients.ts';
import { useQuery } from '#db/use-query.ts';
import { clientName } from '#domain/clients/name.ts';
import type { DuplicateSet } from '#domain/clients/duplicate-finder.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { Page } from '#ui/page.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { UserRoundCheck, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { MergeSheet } from './merge/merge-sheet.tsx';

/** Looked through in portions; nobody merges more at once. */
const PAGE = 50;

/** Of 100: below it the records have nothing in common but a name. */
const LIKELY = 70;

const REASONS = {
  phone: 'same phone number',
  email: 'same e-mail',
  birthday: 'same name and birthday',
  name: 'same name',
} as const;

/** Clients who seem to be there twice, to be made one of. */
export function DuplicatesScreen() {
  const access = useQuery(myAccess, []);
  const found = useQuery(duplicateClients, []);
  // In a large town many share a name: who wants to look at those, asks.
  const [withNames, setWithNames] = useState(false);
  const sure = found?.filter(({ score }) => score >= LIKELY);
  const sets = withNames ? found : sure;
  const named = (found?.length ?? 0) - (sure?.length ?? 0);
  const [shown, setShown] = useState(PAGE);
  const [merging, openMerge, closeMerge] = useSearchParam('merge');
  const shownMerge = useLinger(merging);
  if (!access) return null;
  const mayMerge = access.may('clients.merge');
  return (
    <Page
      title="Possible duplicates"
      width="narrow"
      back={{ to: patterns.clients, label: 'All clients' }}
      subtitle="Clients with the same phone, e-mail or name, the surest first. Families may share a phone."
    >
      {!mayMerge && <Notice>Your role does not allow merging clients.</Notice>}
      {!sets ? (
        <SkeletonList rows={5} label="Loading: clients are being compared" />
      ) : sets.length === 0 ? (
        <EmptyState
          icon={UserRoundCheck}
          title="Everybody is there once"
          action={
            <LinkButton icon={UsersRound} to={patterns.clients}>
              All clients
            </LinkButton>
          }
        >
          Whoever is added twice, by you, by an import or by booking online, appears here.
        </EmptyState>
      ) : (
        <List label="Possible duplicates">
          {sets.slice(0, shown).map((set) => (
            <ListRow
              key={keyOf(set)}
              title={<bdi>{set.clients.map(clientName).join(' · ')}</bdi>}
              subtitle={`${likelihood(set.score)}: ${reasonsOf(set)}`}
              {...(mayMerge ? { onPress: () => openMerge(keyOf(set)) } : {})}
              trailing={mayMerge && <span className="font-medium text-accent">Compare</span>}
            />
          ))}
        </List>
      )}
      {sets && shown < sets.length && (
        <Button className="mt-3" onClick={() => setShown(shown + PAGE)}>
          Show more of {sets.length}
        </Button>
      )}
      {!withNames && named > 0 && (
        <Button wide className="mt-3 sm:w-auto" onClick={() => setWithNames(true)}>
          {named === 1 ? 'Show 1 pair' : `Show ${named} pairs`} with only the name in common
        </Button>
      )}
      {mayMerge && shownMerge && (
        <MergeSheet
          key={shownMerge}
          open={merging !== null}
          ids={shownMerge.split(',')}
          onClose={closeMerge}
        />
      )}
    </Page>
  );
}

const keyOf = ({ clients }: DuplicateSet): string => clients.map(({ id }) => id).join(',');

/** The birthday says the name as well. */
const reasonsOf = ({ reasons }: DuplicateSet): string =>
  reasons
    .filter((reason) => reason !== 'name' || !reasons.includes('birthday'))
    .map((reason) => REASONS[reason])
    .join(', ');

const likelihood = (score: number): string =>
  score >= 90 ? 'Almost certain' : score >= LIKELY ? 'Likely' : 'Perhaps';
