import type { FormRequestRow, FormSubmissionRow, Instant } from '#domain/rows.ts';

/** How far a form is with its client: `asked` = by mail, and the mail has not left yet. */
export type FormState = 'unsent' | 'asked' | 'sent' | 'opened' | 'done';

/** What becomes of a form at a visit, and since when; null = nothing happened. */
export const formState = ({
  submission,
  request,
}: {
  submission: Pick<FormSubmissionRow, 'submitted_at'> | null;
  request: Pick<FormRequestRow, 'channel' | 'asked_at' | 'sent_at' | 'opened_at'> | null;
}): { state: FormState; at: Instant | null } => {
  if (submission) return { state: 'done', at: submission.submitted_at };
  const asked = request?.asked_at ?? null;
  // What happened before they were asked again happened to another link.
  const since = (at: Instant | null | undefined): Instant | null =>
    at && (asked === null || Date.parse(at) >= Date.parse(asked)) ? at : null;
  const opened = since(request?.opened_at);
  if (opened) return { state: 'opened', at: opened };
  const sent = since(request?.sent_at) ?? (request?.channel === 'phone' ? asked : null);
  if (sent) return { state: 'sent', at: sent };
  return asked ? { state: 'asked', at: asked } : { state: 'unsent', at: null };
};
