import type { Result } from '#domain/errors/result.ts';
import { checkExternalLink } from '#domain/text/external-link.ts';

/**
 * Opens an address outside the product in a new tab, which learns neither our window nor our
 * address. Codes: link_missing, link_unsafe; show them as a toast with messageFor.
 */
export const openExternalLink = (link: string | null | undefined): Result<string> => {
  const checked = checkExternalLink(link);
  if (checked.ok) window.open(checked.value, '_blank', 'noopener,noreferrer');
  return checked;
};
