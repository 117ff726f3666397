/**
 * Beside a form that somebody may have filled in for another visit; null = it is wanted for each visit.
 * Clients' pages and mails do not know whether they have: they must not tell.
 */
export const askedAgainHint = ({ each_visit }: { each_visit: boolean }): string | null =>
  each_visit ? null : 'Filled in before, and nothing has changed? Then you need not do it again.';
