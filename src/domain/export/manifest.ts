import { PRODUCT_NAME } from '#domain/product.ts';
import type { BusinessRow, Instant, TableName, Uuid } from '#domain/rows.ts';
import { wallCell } from './plain-cells.ts';
import { zoneOf } from '#domain/time/zone.ts';

/** Grows when a reader of these files would have to change. */
const FORMAT_VERSION = 1;

export type ExportFacts = {
  madeAt: Instant;
  business: BusinessRow;
  userId: Uuid;
  role: string;
  counts: Partial<Record<TableName, number>>;
  files: readonly { path: string; rows: number; bytes: number }[];
  notHere: NotHere;
  /** Of clients. */
  photos: PictureFacts;
  /** Photos and files of filled-in forms. */
  formFiles: PictureFacts;
  /** Of the team and the services, and the logo. */
  pictures: PictureFacts;
  /** Changes in these files that the server has not seen yet. */
  unsentChanges: number;
  /** Rows changed while they were being read: the files may show two moments. */
  changedMeanwhile: boolean;
  lastSyncAt: Instant | null;
};

/** Pictures in the file, and in words those that this device did not have. */
export type PictureFacts = { files: number; missing: readonly string[] };

/** What the server has and this device has not. */
export type NotHere = {
  /** null = nothing is missing, or what is missing is not known yet. */
  clients: number | null;
  /** Whether all of the business is here, as far as this person may see it. */
  isComplete: boolean;
  /** Appointments and blocked time that start in here are in the files. null = all of them. */
  loaded: { from: Instant; to: Instant } | null;
  /** Months with their number of rows; null = the server was not asked yet. */
  months: readonly { month: string; rows: number }[] | null;
  /** Months that were given up to make room on the device. */
  droppedMonths: readonly string[];
};

/** `manifest.json`: what the files are, how many rows, and what is not in them. */
export const manifestText = (facts: ExportFacts): string => {
  const { business, notHere } = facts;
  return `${JSON.stringify(
    {
      product: PRODUCT_NAME,
      format: 'daybook-export',
      format_version: FORMAT_VERSION,
      made_at: facts.madeAt,
      made_at_local: wallCell(zoneOf(business.time_zone), facts.madeAt),
      made_by: { user_id: facts.userId, role: facts.role },
      business: {
        id: business.id,
        name: business.name,
        slug: business.slug,
        time_zone: business.time_zone,
        currency: business.currency,
        locale: business.locale,
      },
      last_sync_at: facts.lastSyncAt,
      unsent_changes: facts.unsentChanges,
      changed_while_written: facts.changedMeanwhile,
      complete: notHere.isComplete && missingPictures(facts).length === 0,
      not_on_this_device: {
        clients: notHere.clients,
        loaded: notHere.loaded,
        months: notHere.months,
        dropped_months: notHere.droppedMonths,
        photos: facts.photos.missing.length,
        form_files: facts.formFiles.missing.length,
        pictures: missingPictures(facts),
      },
      counts: facts.counts,
      files: facts.files,
    },
    null,
    2,
  )}\n`;
};

/** As many as somebody reads through. */
const NAMED_PICTURES = 50;

const missingPictures = ({
  photos,
  formFiles,
  pictures,
}: Pick<ExportFacts, 'photos' | 'formFiles' | 'pictures'>): readonly string[] => [
  ...pictures.missing,
  ...photos.missing,
  ...formFiles.missing,
];

/** `README.txt`: the same for a person who opens the file years later. */
export const readmeText = (facts: ExportFacts): string => {
  const { business, notHere, unsentChanges } = facts;
  const elsewhere = missingPictures(facts);
  const missing = notHere.isComplete
    ? elsewhere.length === 0
      ? 'Everything was on the device when this file was made.'
      : 'Everything but some pictures was on the device when this file was made.'
    : [
        'Not everything was on the device when this file was made.',
        ...(notHere.loaded ? [`Complete from ${notHere.loaded.from} on.`] : []),
        'manifest.json lists what was missing. Stay connected for a while and export again.',
      ].join('\r\n');
  const unsent =
    unsentChanges === 0
      ? []
      : [`${unsentChanges} changes in these files had not reached the server yet.`];
  const pictures =
    elsewhere.length === 0
      ? []
      : [
          '',
          'Pictures and files that were only on the server:',
          ...elsewhere.slice(0, NAMED_PICTURES).map((words) => `- ${words}`),
          ...(elsewhere.length > NAMED_PICTURES
            ? [`and ${elsewhere.length - NAMED_PICTURES} more; manifest.json names them all.`]
            : []),
        ];
  const changed = facts.changedMeanwhile
    ? ['Something was changed while the file was made: export again for one moment in time.']
    : [];
  return [
    `${business.name}: everything that ${PRODUCT_NAME} had on one device`,
    `Made ${wallCell(zoneOf(business.time_zone), facts.madeAt)} (${business.time_zone})`,
    '',
    missing,
    ...unsent,
    ...changed,
    ...pictures,
    '',
    'clients.csv        everybody except those whose data was erased; can be imported again',
    'appointments.csv   past and future, in local time and in UTC',
    'services.csv       the price list',
    'staff.csv          the team',
    'calendar.ics       appointments to come, if there are any, for any calendar program',
    'photos/            pictures of clients, by client and day, if there are any',
    'forms/             photos and files of filled-in forms, by client and day, if there are any',
    'pictures/          pictures of the team and the services, and the logo, if there are any',
    'data/*.json        every row of every table, complete; times in UTC, money in cents',
    'data/history.json  who changed what, for the appointments opened last on this device',
    'manifest.json      when and for whom this was made, counts, what is missing',
    '',
    'A cell that a spreadsheet would take for a formula has an apostrophe in front.',
    '',
  ].join('\r\n');
};
