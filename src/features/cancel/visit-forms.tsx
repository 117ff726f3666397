import { CircleCheck, ClipboardList } from 'lucide-react';
import { pathTo } from '#app/paths.ts';
import { askedAgainHint } from '#domain/forms/asked-again.ts';
import type { BookingStatus } from '#remote/public-manage.ts';
import { LinkButton } from '#ui/link-button.tsx';

/** The forms that a visit wants: what was filled in for it, and what still can be. */
export function VisitForms({
  token,
  forms,
}: {
  token: string;
  forms: NonNullable<BookingStatus['forms']>;
}) {
  return (
    <section aria-labelledby="forms" className="mt-6 grid gap-3">
      <h2 id="forms" className="text-lg font-semibold">
        To fill in
      </h2>
      <ul className="grid gap-3">
        {forms.map((form) => (
          <li key={form.key} className="grid justify-items-start gap-1">
            {form.done ? (
              <p className="flex items-center gap-2">
                <CircleCheck size={20} aria-hidden className="shrink-0 text-success" />
                <span className="min-w-0 break-words">{form.name}: done, thank you</span>
              </p>
            ) : (
              <>
                <LinkButton
                  to={pathTo('form', { publicKey: form.key }, { token })}
                  icon={ClipboardList}
                  wide
                >
                  <span className="min-w-0 break-words">Fill in {form.name}</span>
                </LinkButton>
                {askedAgainHint(form) && (
                  <p className="text-sm text-muted">{askedAgainHint(form)}</p>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
