import { guessMapping, plainHeading } from '#domain/clients/import-fields.ts';

/** What a column of a list of appointments can hold. */
export const VISIT_FIELDS = [
  'start',
  'day',
  'time',
  'end',
  'minutes',
  'client',
  'first_name',
  'last_name',
  'phone',
  'email',
  'services',
  'staff',
  'price',
  'client_note',
  'staff_note',
  'status',
] as const;

export type VisitField = (typeof VISIT_FIELDS)[number];

/** For each column of the file what it holds; null = it is not imported. */
export type VisitMapping = readonly (VisitField | null)[];

/** Headings as other programs and people write them, folded and without marks. */
const HEADINGS: Partial<Record<VisitField, string>> = {
  start:
    'start,starts,start at,starts at,start date time,start datetime,date time,datetime,when,' +
    'date and time,appointment date time,scheduled date,beginn,termin',
  day: 'date,day,start date,appointment date,appt date,booking date,service date,datum,tag,fecha,data,jour',
  time: 'time,start time,hour,from,appointment time,appt time,uhrzeit,zeit,von,hora,heure,ora',
  end: 'end,ends,end at,end time,end date time,end datetime,to,until,ende,bis,fin',
  minutes: 'minutes,duration,length,mins,min,duration minutes,duration in minutes,dauer,duree',
  client: 'client,customer,client name,customer name,name,full name,guest,kunde,kundin,cliente',
  services:
    'service,services,service name,treatment,treatments,appointment type,type,item,leistung,' +
    'leistungen,behandlung,servicio,servizio',
  staff:
    'staff,staff member,staff name,employee,stylist,provider,therapist,practitioner,team member,' +
    'staffer,service provider,with,resource,calendar,mitarbeiter,mitarbeiterin,booked with',
  price:
    'price,appointment price,service price,amount,total,cost,value,preis,betrag,precio,prix,prezzo',
  client_note: 'client s note,clients note,customer note,customer notes,booking note,request',
  staff_note: 'own note,note,notes,appointment note,appointment notes,comment,comments,notiz,memo',
  status: 'status,state,appointment status,booking status',
};

const BY_HEADING = new Map(
  VISIT_FIELDS.flatMap((field) =>
    (HEADINGS[field] ?? '').split(',').map((heading) => [heading, field] as const),
  ),
);

/** Contacts are called the same in every list. */
const CONTACTS = new Set<string | null>(['first_name', 'last_name', 'phone', 'email']);

/** What each heading stands for, as far as its words tell. Each field is taken once. */
export const guessVisitMapping = (headings: readonly string[]): (VisitField | null)[] => {
  const contacts = guessMapping(headings);
  const taken = new Set<VisitField>();
  const guessed = headings.map((heading, place): VisitField | null => {
    const contact = contacts[place] ?? null;
    const field =
      BY_HEADING.get(plainHeading(heading)) ??
      (CONTACTS.has(contact) ? (contact as VisitField) : null);
    if (field === null || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
  // "Start time" without a column for the day says both.
  const saysBoth = taken.has('time') && !taken.has('day') && !taken.has('start');
  return saysBoth ? guessed.map((field) => (field === 'time' ? 'start' : field)) : guessed;
};

/** Whether the first row of a file names the columns: a row of headings has no time in it. */
export const hasVisitHeadings = (row: readonly string[]): boolean =>
  guessVisitMapping(row).some((field) => field !== null) ||
  !row.some((cell) => /\d{1,2}[:.]\d{2}|\d{5,}|@/.test(cell));

/** Without these a row says nothing about when. */
export const saysWhen = (mapping: VisitMapping): boolean =>
  mapping.includes('start') || (mapping.includes('day') && mapping.includes('time'));
