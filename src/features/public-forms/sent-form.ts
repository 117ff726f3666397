import type { PublicForm } from '#remote/public-forms.ts';

/** What the page after a form is told, in the entry of the history: a reload shows it again. */
export type SentForm = {
  /** Of the form. */
  name: string;
  /** Leads back to the visit that asked for it. */
  token: string | null;
  business: PublicForm['business'];
};
