import { patterns } from '#app/paths.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { FileDown, SearchX, UserRoundPlus, UsersRound } from 'lucide-react';

export function NobodyYet({
  onAdd,
  mayImport,
}: {
  onAdd: (() => void) | null;
  mayImport: boolean;
}) {
  return (
    <EmptyState
      icon={UsersRound}
      title="No clients yet"
      action={
        <>
          {onAdd && (
            <Button variant="primary" icon={UserRoundPlus} onClick={onAdd}>
              Add your first client
            </Button>
          )}
          {mayImport && (
            <LinkButton icon={FileDown} to={patterns.importClients}>
              Import a list
            </LinkButton>
          )}
        </>
      }
    >
      Everybody you add or who books online appears here, with their visits, notes and numbers. It
      works without a connection too.
    </EmptyState>
  );
}

export function NobodyFound({
  text,
  archived,
  onAdd,
  onClear,
}: {
  text: string;
  archived: boolean;
  onAdd: (() => void) | null;
  onClear: () => void;
}) {
  const title =
    text === ''
      ? archived
        ? 'Nobody is archived'
        : 'Nobody fits this filter'
      : `Nobody found for “${text}”`;
  return (
    <EmptyState
      icon={SearchX}
      title={title}
      action={
        <>
          {onAdd && text !== '' && (
            <Button variant="primary" icon={UserRoundPlus} onClick={onAdd}>
              Add “{text}”
            </Button>
          )}
          {(text !== '' || !archived) && <Button onClick={onClear}>Show everybody</Button>}
        </>
      }
    >
      {text !== '' && 'Search looks at names, phone numbers, e-mail addresses and tags.'}
    </EmptyState>
  );
}
