import type { MinuteRange, Role } from '#domain/rows.ts';
import type { Random } from './random.ts';
import type { Skill } from './menu.ts';

const h = (hour: number): number => hour * 60;
const day = (from: number, to: number): MinuteRange[] => [[h(from), h(to)]];
const split = (from: number, to: number): MinuteRange[] => [
  [h(from), h(13)],
  [h(14), h(to)],
];
const off: MinuteRange[] = [];

export type DemoStaff = {
  name: string;
  title: string;
  bio: string;
  colour: string;
  skills: Skill[];
  /** Monday to Sunday, in one or more rotating weeks. */
  weeks: MinuteRange[][][];
  mobile?: boolean;
};

/** Somebody works on every day of the week, so that the calendar is never empty. */
export const STAFF: DemoStaff[] = [
  {
    name: 'Mara Lindqvist',
    title: 'Owner, stylist',
    bio: 'Fifteen years behind the chair; curls are her favourite problem.',
    colour: 'teal',
    skills: ['cut', 'colour'],
    weeks: [[off, day(9, 17), day(9, 17), day(10, 19), day(9, 18), day(9, 16), day(10, 15)]],
  },
  {
    name: 'Theo Okafor',
    title: 'Senior stylist',
    bio: 'Balayage and lived-in colour.',
    colour: 'violet',
    skills: ['cut', 'colour'],
    weeks: [[day(10, 18), day(10, 18), off, day(11, 20), day(10, 19), day(9, 16), off]],
  },
  {
    name: 'Jonah Reyes',
    title: 'Barber',
    bio: 'Fades, beards and a good playlist.',
    colour: 'blue',
    skills: ['barber', 'cut'],
    weeks: [[day(9, 18), day(9, 18), day(9, 18), day(9, 18), day(9, 20), day(9, 17), off]],
  },
  {
    name: 'Priya Raman',
    title: 'Nail artist',
    bio: 'Tiny paintings, ten at a time.',
    colour: 'rose',
    skills: ['nails', 'brows'],
    weeks: [
      [off, split(10, 19), split(10, 19), split(10, 19), split(10, 19), day(9, 17), day(11, 16)],
    ],
  },
  {
    name: 'Elif Demir',
    title: 'Skin therapist',
    bio: 'Facials for people who say they don’t have time for facials.',
    colour: 'green',
    skills: ['skin', 'brows'],
    weeks: [
      [day(9, 15), day(9, 15), day(9, 15), day(12, 20), day(12, 20), off, off],
      [day(9, 15), day(9, 15), off, day(12, 20), day(12, 20), day(10, 16), off],
    ],
  },
  {
    name: 'Noor Haddad',
    title: 'Junior stylist',
    bio: 'Blow-dries, glosses and fringe emergencies.',
    colour: 'amber',
    skills: ['cut', 'brows'],
    weeks: [[day(12, 20), off, day(12, 20), day(12, 20), day(10, 18), day(9, 17), off]],
  },
  {
    name: 'Sam Whitfield',
    title: 'Mobile stylist',
    bio: 'The salon on four wheels, all over Brooklyn.',
    colour: 'orange',
    skills: ['mobile'],
    weeks: [[day(9, 17), day(9, 17), day(9, 17), day(9, 17), day(9, 15), off, off]],
    mobile: true,
  },
];

export type DemoUser = { email: string; role: Role; staffIndex: number | null };
export const PASSWORD = 'daybook-demo';
export const USERS: DemoUser[] = [
  { email: 'demo@daybook.example', role: 'owner', staffIndex: 0 },
  { email: 'desk@daybook.example', role: 'front_desk', staffIndex: null },
  { email: 'sam@daybook.example', role: 'practitioner', staffIndex: 6 },
];

const FIRST =
  'Ada Amara Amir Ana Andre Anika Ari Asha Ben Bianca Bo Camila Carlos Celeste Chen Chloe Clara Cole Dana Dario Dev Diego Elena Eli Emeka Emil Esme Ezra Fatima Felix Fern Finn Freya Gia Grace Gus Hana Hank Hugo Ida Imani Ines Iris Ivan Jada James Jia Joan Jonas Jude June Kai Kara Keiko Kian Lara Laila Leo Lena Liam Lina Lucia Luka Mae Malik Maria Mateo Maya Mei Milo Mina Nadia Nate Nia Nico Nina Noah Nora Olga Omar Opal Oscar Paul Petra Quinn Rafi Ravi Rene Rosa Ruth Sade Sana Sara Seth Sofia Stella Tara Theo Tomas Uma Vera Viktor Wen Will Yara Yusuf Zoe'.split(
    ' ',
  );
const LAST =
  'Abbott Acosta Adler Ahmed Alvarez Bailey Banerjee Barnes Becker Bianchi Bishop Blake Boateng Brooks Burke Castillo Chan Cohen Costa Cruz Dalton Diaz Diallo Doyle Duarte Eriksen Farah Fischer Flores Foster Fuchs Garcia Gibson Gomez Grant Gupta Hale Hansen Hart Hayes Hoang Hughes Ibrahim Ito Jackson Jensen Kang Kaplan Kaya Keller Khan Kim Klein Kovacs Kumar Laurent Lee Levy Lopez Lowe Mancini Marsh Mbeki Meyer Mills Moreau Moreno Murphy Nakamura Nguyen Novak Oconnor Okoye Olsen Ortiz Osei Park Patel Pereira Popov Quinn Ramos Reed Rivera Rossi Russo Salazar Santos Sato Schmidt Shah Silva Singh Stone Suzuki Tanaka Torres Tran Turner Vargas Vega Wagner Walsh Wang Weber Wong Wright Yamada Yilmaz Young Zhang Ziegler'.split(
    ' ',
  );
const STREETS = ['Bergen St', 'Dean St', 'Henry St', 'Court St', 'Union St', 'Carroll St'];
const ALERTS = [
  'Allergic to PPD: patch test before any colour.',
  'Latex allergy.',
  'Please call, never text.',
  'Wheelchair: book the front chair.',
  'Nut allergy: no almond oil.',
];
const NOTES = [
  'Prefers the quiet chair by the window.',
  'Takes coffee black.',
  'Talks about the marathon. Ask how it went.',
  'Usually five minutes late.',
  'Wants photographs of every colour.',
];
const TAGS = ['VIP', 'Bride', 'Student', 'Neighbour', 'Colour club', 'Model'];

export type DemoClient = {
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
  phone_raw: string | null;
  birthday: string | null;
  address: { line1: string; city: string; postal_code: string } | null;
  tags: string[];
  alert_note: string | null;
  note: string | null;
};

export const makeClient = (random: Random, index: number): DemoClient => {
  const first = random.pick(FIRST);
  const last = random.pick(LAST);
  // 555-01xx and 555-02xx … are not given to anybody.
  const line = String(1000 + (index % 9000)).padStart(4, '0');
  const hasPhone = random.chance(0.94);
  const birthMonth = String(random.int(1, 12)).padStart(2, '0');
  const birthDate = String(random.int(1, 28)).padStart(2, '0');
  return {
    first_name: first,
    last_name: last,
    email: random.chance(0.9) ? `${first}.${last}${index}@example.com`.toLowerCase() : null,
    phone: hasPhone ? `+1718555${line}` : null,
    phone_raw: hasPhone ? `(718) 555-${line}` : null,
    birthday: random.chance(0.4) ? `${random.int(1950, 2008)}-${birthMonth}-${birthDate}` : null,
    address: random.chance(0.25)
      ? {
          line1: `${random.int(1, 420)} ${random.pick(STREETS)}`,
          city: 'Brooklyn',
          postal_code: `112${String(random.int(1, 38)).padStart(2, '0')}`,
        }
      : null,
    tags: random.chance(0.2) ? [random.pick(TAGS)] : [],
    alert_note: random.chance(0.05) ? random.pick(ALERTS) : null,
    note: random.chance(0.15) ? random.pick(NOTES) : null,
  };
};
