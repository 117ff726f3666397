import { fold } from '#domain/text/fold.ts';

/** What a column of a file can hold. `name` is a whole name in one cell. */
export const IMPORT_FIELDS = [
  'first_name',
  'last_name',
  'name',
  'preferred_name',
  'pronouns',
  'phone',
  'alt_phone',
  'email',
  'emergency_name',
  'emergency_phone',
  'birthday',
  'address_label',
  'line1',
  'line2',
  'postal_code',
  'city',
  'region',
  'country_code',
  'more_addresses',
  'time_zone',
  'tags',
  'source',
  'client_since',
  'online_booking',
  'marketing_email',
  'marketing_sms',
  'guardian',
  'guardian_receives',
  'alert_note',
  'note',
] as const;

export type ImportField = (typeof IMPORT_FIELDS)[number];

/** For each column of the file what it holds; null = it is not imported. */
export type Mapping = readonly (ImportField | null)[];

/** Headings as other programs and people write them, folded and without marks. */
const HEADINGS: Record<ImportField, string> = {
  first_name: 'first name,firstname,given name,forename,fname,vorname,prenom,nombre,nome',
  last_name: 'last name,lastname,surname,family name,lname,nachname,nom,apellido,apellidos,cognome',
  name:
    'name,full name,fullname,client,client name,client full name,customer,customer name,' +
    'customer full name,display name,kunde',
  preferred_name: 'preferred name,nickname,nick name,known as,rufname,spitzname',
  pronouns: 'pronouns,pronoun,pronomen',
  phone:
    'phone,phone number,mobile,mobile number,mobile phone,cell,cell phone,cellphone,telephone,' +
    'telephone number,tel,contact number,primary phone,home phone,work phone,day phone,phone 1,' +
    'phone 1 value,sms number,customer phone,customer phone number,client phone,client phone number,' +
    'client mobile,cell phone number,mobile phone number,primary phone number,phone no,mobile no,handy,telefon,telefonnummer,mobil,mobilnummer,telefono,movil,cellulare,portable',
  alt_phone:
    'second phone,phone 2,phone 2 value,phone2,mobile 2,telephone 2,secondary phone,other phone,' +
    'alternative phone,alternate phone,alt phone,additional phone,telefon 2,zweite telefonnummer',
  email:
    'email,e mail,email address,e mail address,mail,primary email,email 1,e mail 1 value,' +
    'email 1 value,client email,customer email,client email address,customer email address,courriel,correo,correo electronico,e mail adresse',
  emergency_name:
    'emergency contact,emergency contact name,emergency name,in case of emergency,next of kin,' +
    'notfallkontakt',
  emergency_phone:
    'emergency phone,emergency number,emergency phone number,emergency contact phone,' +
    'emergency contact number,emergency contact phone number,next of kin phone,notfallnummer',
  birthday:
    'birthday,birth date,birthdate,date of birth,dob,birth,geburtstag,geburtsdatum,' +
    'date de naissance,fecha de nacimiento,data di nascita,bday,birth day,client birthday',
  address_label: 'address label,address type,address 1 type',
  line1:
    'address,address 1,address1,address line 1,line 1,street,street address,street address 1,street 1,physical address,strasse,' +
    'adresse,direccion,indirizzo,address 1 street',
  line2:
    'address 2,address2,address line 2,line 2,street address 2,apartment suite,apartment,apartment number,apt,suite,unit,flat,street 2,adresszusatz',
  postal_code:
    'postal code,postcode,post code,zip,zip code,eircode,zipcode,plz,postleitzahl,code postal,cap,' +
    'codigo postal,zip postal code',
  city: 'city,town,suburb,locality,city town,ort,stadt,ville,ciudad,citta',
  region: 'state,region,province,county,state province,bundesland,provincia',
  country_code: 'country,country code,land,pays,pais',
  more_addresses: 'other addresses,more addresses,further addresses,weitere adressen',
  time_zone: 'time zone,timezone,zeitzone',
  tags: 'tags,tag,client tag,labels,label,groups,group,categories,category,client tags,client groups',
  source:
    'source,referral source,referral,referred by,how did you hear about us,lead source,herkunft,' +
    'came through,how did they hear about us,acquisition source,client source',
  client_since:
    'client since,customer since,member since,since,added,added at,date added,added on,created,created at,' +
    'created on,date created,creation date,first visit,first visit date,first appointment,' +
    'first appointment date,registration date,signup date,joined,date joined,join date,kunde seit',
  marketing_email:
    'news by email,news by e mail,email marketing,marketing email,marketing emails,accepts email marketing,' +
    'email marketing consent,email opt in,email subscription,email subscription status,newsletter,accepts marketing,' +
    'marketing,marketing consent,marketing opt in,subscribed,email marketing opt in,send marketing emails,' +
    'promotional emails,receives email marketing',
  marketing_sms:
    'news by text message,sms marketing,marketing sms,text marketing,accepts sms marketing,' +
    'sms marketing consent,sms opt in,text opt in,sms subscription,text message marketing,' +
    'sms marketing opt in,text marketing opt in,send marketing sms,promotional texts,receives sms marketing',
  online_booking: 'online booking,online booking rule,booking rule',
  guardian:
    'guardian,guardian name,parent,parent name,parent guardian,carer,eltern,erziehungsberechtigter',
  guardian_receives: 'guardian gets messages,messages to guardian',
  alert_note:
    'alert,alerts,warning,allergies,allergy,allergens,medical notes,medical conditions,' +
    'important information,alert note,staff alert,hinweis',
  note:
    'note,notes,client note,client notes,customer note,customer notes,private note,private notes,' +
    'internal note,internal notes,profile notes,additional info,additional information,comment,' +
    'comments,remarks,memo,notiz,notizen,notas',
};

const BY_HEADING = new Map(
  IMPORT_FIELDS.flatMap((field) => HEADINGS[field].split(',').map((heading) => [heading, field])),
);

/** A heading as it is compared: folded, without marks and what stands in brackets. */
export const plainHeading = (heading: string): string =>
  fold(heading.replace(/([a-z])([A-Z])/g, '$1 $2'))
    .replace(/\([^)]*\)/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * What each heading stands for, as far as its words tell. A whole name is not taken when the file
 * has both of its parts.
 */
export const guessMapping = (headings: readonly string[]): (ImportField | null)[] => {
  const guessed = headings.map((heading) => BY_HEADING.get(plainHeading(heading)) ?? null);
  const hasParts = guessed.includes('first_name') && guessed.includes('last_name');
  const filled = guessed.map((field) => (field === 'name' && hasParts ? null : field));
  // "Name" beside "Surname" is the first name.
  const isPart = !hasParts && filled.includes('last_name');
  return filled.map((field) => (field === 'name' && isPart ? 'first_name' : field));
};

/** Whether the first row of a file names the columns: a row of headings has no contact in it. */
export const hasHeadings = (row: readonly string[]): boolean =>
  guessMapping(row).some((field) => field !== null) ||
  !row.some((cell) => cell.includes('@') || /\d{5,}/.test(cell.replace(/[\s()./-]/g, '')));
