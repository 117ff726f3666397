import type { DaybookDb } from '#db/open.ts';
import { classesOfClient } from '#db/queries/attendees.ts';
import type { ClientRecords } from '#db/queries/client-records.ts';
import type { ClientDetail } from '#db/queries/client-detail.ts';
import { onlineOfVisits } from '#db/queries/deposits.ts';
import { submissionsOfClient } from '#db/queries/forms.ts';
import { giftCardsOfClient } from '#db/queries/gift-cards.ts';
import { packagesOfClient } from '#db/queries/packages.ts';
import { salesOfClient } from '#db/queries/sales.ts';
import { waitsOfClient } from '#db/queries/waitlist.ts';
import { pictureOf } from '#db/queries/pictures.ts';
import { clientFileHtml, clientFileJson } from '#domain/clients/client-file.ts';
import { clientName } from '#domain/clients/name.ts';
import { filesOf } from '#domain/forms/files.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, FormAnswers, Instant } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { windowWords } from '#domain/waitlist/window-words.ts';
import { download } from '#platform/download.ts';
import { STATES, topicText } from './consent-words.ts';

/** Hands over everything that this device knows about one client, as data or as a page. No network. */
export const saveClientFile = async (
  db: DaybookDb,
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
): Promise<void> => {
  const { client, visits, family } = detail;
  const { notes, consents, tests } = records;
  const photos = await Promise.all(
    records.photos.map(async (photo) => {
      const picture = await pictureOf(db, photo.id);
      return { photo, picture: picture && (await asDataUrl(picture)) };
    }),
  );
  const classes = await classesOfClient(db, client.id);
  const waits = await waitsOfClient(db, client.id);
  const filled = await submissionsOfClient(db, client.id);
  const sales = await salesOfClient(db, client.id);
  const online = await onlineOfVisits(
    db,
    visits.map(({ appointment }) => appointment.id),
  );
  const giftCards = await giftCardsOfClient(db, client.id);
  // Not those of who answers for them.
  const packages = (await packagesOfClient(db, client.id)).filter(
    ({ holding }) => holding.client_id !== client.guardian_id,
  );
  const file = {
    business,
    client,
    guardian: family.guardian && clientName(family.guardian),
    dependants: family.dependants.map(clientName),
    visits,
    classes,
    sales,
    online,
    giftCards,
    packages,
    notes,
    consents,
    tests,
    photos,
    waits,
    forms: await Promise.all(
      filled.map(async ({ submission, form, version }) => ({
        submission,
        name: form.name,
        fields: version.fields,
        files: await filesOfForm(db, submission.answers),
      })),
    ),
    savedAt,
    historyFrom,
  };
  const name = `${clientName(client)} ${savedAt.slice(0, 10)}.${kind}`;
  if (kind === 'json') return download(name, clientFileJson(file), 'application/json');
  const formats = businessFormats(business);
  const page = clientFileHtml(file, {
    date: formats.date,
    dateTime: (value) => `${formats.date(value)}, ${formats.time(value)}`,
    money: (cents) => formatMoney(cents, business.currency, business.locale),
    window: (window) => windowWords(window, formats, business.locale),
    consent: (event) => `${topicText(event)}, ${STATES[event.state].label.toLowerCase()}`,
  });
  download(name, page, 'text/html;charset=utf-8');
};

/** The photos and files of a filled-in form that are on this device, by their ids. */
const filesOfForm = async (
  db: DaybookDb,
  answers: FormAnswers,
): Promise<Record<string, string>> => {
  const files: Record<string, string> = {};
  for (const { id } of filesOf(answers)) {
    const kept = await pictureOf(db, id);
    if (kept) files[id] = await asDataUrl(kept);
  }
  return files;
};

/** Inside the file, so that it is one and needs nothing beside it. */
const asDataUrl = ({
  data,
  media_type,
}: {
  data: ArrayBuffer;
  media_type: string;
}): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('A picture could not be read'));
    reader.readAsDataURL(new Blob([data], { type: media_type }));
  });
