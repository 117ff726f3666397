import { EmptyState } from '#ui/empty-state.tsx';
import type { Icon } from '#ui/icon.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';

export type Promised = {
  title: string;
  icon: Icon;
  /** What will be here, in a sentence. */
  text: string;
  /** Where to go for the same job meanwhile. */
  meanwhile: { to: string; label: string };
};

/** A part of the product that is not there yet, and says so instead of pretending. */
export function NotHereYetScreen({ title, icon, text, meanwhile }: Promised) {
  return (
    <Page title={title}>
      <EmptyState
        icon={icon}
        title="Not here yet"
        action={
          <LinkButton to={meanwhile.to} variant="primary">
            {meanwhile.label}
          </LinkButton>
        }
      >
        {text}
      </EmptyState>
    </Page>
  );
}
