import type { ConsentPurpose } from '#domain/rows.ts';

/**
 * What clients are asked, by purpose. A changed sentence gets the next version: events keep the one
 * that was read out. The one about news stands in SQL as well (booking_client.sql).
 */
export const CONSENT_TEXTS: Readonly<Record<ConsentPurpose, { version: string; wording: string }>> =
  {
    reminders: {
      version: '2026-1',
      wording: 'We may send you messages about your own appointments.',
    },
    marketing: {
      version: '2026-1',
      wording: 'We may send you news and offers. You can withdraw this at any time.',
    },
    photos: {
      version: '2026-1',
      wording: 'We may take photos of our work and keep them with your record.',
    },
  };
