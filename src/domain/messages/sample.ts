import { formatMoney } from '#domain/money/format.ts';
import { addressLines } from '#domain/text/address.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { dayNumber } from '#domain/time/day.ts';
import { wallToEpoch } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { messageValues } from './values.ts';
import type { MessageValues } from './values.ts';

/** A visit that nobody has booked, for previews: ten in the morning at this business. */
export const sampleValues = (business: BusinessRow): MessageValues => {
  const start = wallToEpoch(zoneOf(business.time_zone), dayNumber('2027-03-16'), 600);
  return messageValues({
    business,
    client: { first_name: 'Ann', last_name: 'Okafor' },
    starts_at: instantOfMin(start),
    ends_at: instantOfMin(start + 75),
    segments: [
      {
        service_name: 'Cut and finish',
        staff_name: 'Mara Lindqvist',
        price_kind: 'fixed',
        price_cents: 8500,
      },
    ],
    address: business.address ? addressLines(business.address).join(', ') : '',
    note: 'Please ring the bell.',
    cancelUntil: 'Monday, March 15',
    manageLink: 'https://example.com/cancel-appointment?token=…',
    bookLink: `https://example.com/book/${business.slug}`,
    formLink: 'https://example.com/form/…',
    only: {
      offer_link: 'https://example.com/book/…',
      offer_expires: 'March 15, 6:00 PM',
      deposit: formatMoney(2000, business.currency, business.locale),
      balance: formatMoney(6500, business.currency, business.locale),
      gift_code: '7KQ2-MX09-B4TA',
      gift_balance: formatMoney(5000, business.currency, business.locale),
    },
  });
};
