import type { ClientRecords } from '#db/queries/client-records.ts';
import type { ClientDetail } from '#db/queries/clients.ts';
import { clientFileHtml, clientFileJson } from '#domain/clients/client-file.ts';
import { clientName } from '#domain/clients/name.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Instant } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { download } from '#platform/download.ts';
import { STATES, topicText } from './consent-words.ts';

/** Hands over everything that this device knows about one client, as data or as a page. No network. */
export const saveClientFile = (
  kind: 'json' | 'html',
  {
    detail,
    records,
    business,
    historyFrom,
    savedAt,
  }: {
    detail: ClientDetail;
    records: ClientRecords;
    business: BusinessRow;
    historyFrom: Instant | null;
    savedAt: Instant;
  },
): void => {
  const { client, visits } = detail;
  const { notes, consents, tests } = records;
  const file = { business, client, visits, notes, consents, tests, savedAt, historyFrom };
  const name = `${clientName(client)} ${savedAt.slice(0, 10)}.${kind}`;
  if (kind === 'json') return download(name, clientFileJson(file), 'application/json');
  const formats = businessFormats(business);
  const page = clientFileHtml(file, {
    date: formats.date,
    dateTime: (value) => `${formats.date(value)}, ${formats.time(value)}`,
    money: (cents) => formatMoney(cents, business.currency, business.locale),
    consent: (event) => `${topicText(event)}, ${STATES[event.state].label.toLowerCase()}`,
  });
  download(name, page, 'text/html;charset=utf-8');
};
