import { Button } from '#ui/button.tsx';
import { useStore } from '#ui/store.ts';
import { forgetAllToasts, forgetToast, toastStore } from '#ui/toast.ts';
import type { Toast } from '#ui/toast.ts';
import { Section } from './sheet-section.tsx';

/** Messages that may have been missed: errors, and those that offered something. */
export function KeptMessages() {
  const kept = useStore(toastStore, (state) => state.kept);
  if (kept.length === 0) return null;
  return (
    <Section title="Recent messages">
      <ul className="divide-y divide-line rounded-lg border border-line">
        {kept.map((toast) => (
          <li key={toast.id} className="flex items-center gap-3 px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p>{toast.title}</p>
              {toast.description && <p className="text-sm text-muted">{toast.description}</p>}
            </div>
            {toast.action && <KeptAction toast={toast} action={toast.action} />}
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="sm" className="justify-self-start" onClick={forgetAllToasts}>
        Clear
      </Button>
    </Section>
  );
}

/** What a message offered: whoever missed it takes it here. What is too late by now says so itself. */
function KeptAction({ toast, action }: { toast: Toast; action: NonNullable<Toast['action']> }) {
  return (
    <Button
      variant="quiet"
      size="sm"
      aria-label={`${action.label}: ${toast.title}`}
      onClick={() => {
        forgetToast(toast.id);
        action.onPress();
      }}
    >
      {action.label}
    </Button>
  );
}
