import { ArrowUpDown, Check, Plus } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Page } from './page.tsx';

/** A screen that keeps a list of things in an order: add one, arrange them, or begin. */
export function ListPage({
  mayEdit,
  arrange,
  add,
  empty,
  list,
  children,
  ...page
}: Pick<ComponentProps<typeof Page>, 'title' | 'subtitle' | 'back' | 'width'> & {
  mayEdit: boolean;
  /** null: there is nothing to bring into an order. */
  arrange: { isOn: boolean; onChange: (isOn: boolean) => void } | null;
  add: { words: string; firstWords: string; onPress: () => void };
  /** Shown instead of the list while there is nothing in it; null = there is. */
  empty: { icon: LucideIcon; title: string; text: string } | null;
  list: ReactNode;
  /** What opens over it, also while it is empty. */
  children: ReactNode;
}) {
  const addButton = (words: string) => (
    <Button variant="primary" icon={Plus} onClick={add.onPress}>
      {words}
    </Button>
  );
  return (
    <Page
      {...page}
      actions={
        mayEdit &&
        !empty && (
          <>
            {arrange && (
              <Button
                icon={arrange.isOn ? Check : ArrowUpDown}
                aria-pressed={arrange.isOn}
                onClick={() => arrange.onChange(!arrange.isOn)}
              >
                {arrange.isOn ? 'Done' : 'Arrange'}
              </Button>
            )}
            {addButton(add.words)}
          </>
        )
      }
    >
      {empty ? (
        <EmptyState
          icon={empty.icon}
          title={empty.title}
          action={mayEdit && addButton(add.firstWords)}
        >
          {empty.text}
        </EmptyState>
      ) : (
        list
      )}
      {children}
    </Page>
  );
}
