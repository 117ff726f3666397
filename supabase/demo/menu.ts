import type { PriceKind } from '#domain/rows.ts';

/** What the salon offers, as a person would write it down. Times are minutes, prices dollars. */
export type MenuVariant = {
  name: string;
  price: number;
  minutes: number;
  kind?: PriceKind;
  /** Colour develops, the hands are free. */
  processing?: number;
  finishing?: number;
  bufferAfter?: number;
};

export type MenuService = {
  name: string;
  description: string;
  variants: MenuVariant[];
  visibility?: 'public' | 'link' | 'hidden';
  approval?: boolean;
  atClient?: boolean;
  rebookAfterDays?: number;
};

export type MenuCategory = { name: string; colour: string; skill: Skill; services: MenuService[] };

export type Skill = 'cut' | 'colour' | 'barber' | 'nails' | 'skin' | 'brows' | 'mobile';

const one = (price: number, minutes: number, more: Partial<MenuVariant> = {}): MenuVariant[] => [
  { name: 'Standard', price, minutes, ...more },
];
const byLength = (
  prices: [short: number, medium: number, long: number],
  minutes: [short: number, medium: number, long: number],
  more: Partial<MenuVariant> = {},
): MenuVariant[] =>
  (['Short hair', 'Medium hair', 'Long hair'] as const).map((name, index) => ({
    name,
    price: prices[index] ?? 0,
    minutes: minutes[index] ?? 0,
    ...more,
  }));

export const MENU: MenuCategory[] = [
  {
    name: 'Cut & style',
    colour: 'teal',
    skill: 'cut',
    services: [
      {
        name: 'Cut and finish',
        description: 'Consultation, wash, cut and blow-dry.',
        variants: byLength([62, 72, 84], [45, 60, 75]),
        rebookAfterDays: 42,
      },
      { name: 'Dry cut', description: 'A quick reshape on dry hair.', variants: one(48, 30) },
      {
        name: 'Fringe trim',
        description: 'Keeps the shape between two cuts.',
        variants: one(15, 15),
      },
      {
        name: 'Blow-dry',
        description: 'Wash and blow-dry, smooth or with volume.',
        variants: byLength([38, 45, 55], [30, 45, 60]),
      },
      {
        name: 'Curly cut',
        description: 'Cut curl by curl, with styling advice.',
        variants: one(95, 75),
      },
      { name: 'Children’s cut', description: 'Up to twelve years.', variants: one(32, 30) },
      {
        name: 'Updo',
        description: 'For weddings, balls and everything with photographs.',
        variants: [{ name: 'Standard', price: 85, minutes: 60, kind: 'from' }],
      },
      {
        name: 'Bridal trial',
        description: 'One hour and a half to find the look. We confirm every request ourselves.',
        variants: one(120, 90),
        approval: true,
      },
    ],
  },
  {
    name: 'Colour',
    colour: 'violet',
    skill: 'colour',
    services: [
      {
        name: 'Root touch-up',
        description: 'Up to three centimetres of regrowth.',
        variants: one(78, 30, { processing: 35, finishing: 25, bufferAfter: 5 }),
        rebookAfterDays: 35,
      },
      {
        name: 'Full colour',
        description: 'One shade from root to tip.',
        variants: byLength([98, 118, 138], [40, 50, 60], {
          processing: 35,
          finishing: 30,
          bufferAfter: 5,
        }),
      },
      {
        name: 'Highlights',
        description: 'Foils, half or full head.',
        variants: [
          { name: 'Half head', price: 125, minutes: 60, processing: 30, finishing: 30 },
          { name: 'Full head', price: 175, minutes: 90, processing: 35, finishing: 35 },
        ],
      },
      {
        name: 'Balayage',
        description: 'Painted by hand, with toner and treatment.',
        variants: [
          {
            name: 'Standard',
            price: 210,
            minutes: 90,
            kind: 'from',
            processing: 45,
            finishing: 45,
            bufferAfter: 10,
          },
        ],
      },
      { name: 'Gloss', description: 'Shine and tone for six weeks.', variants: one(55, 45) },
      {
        name: 'Colour correction',
        description: 'Bring photographs. Price and time after a consultation.',
        variants: [{ name: 'Standard', price: 0, minutes: 180, kind: 'varies' }],
        approval: true,
      },
    ],
  },
  {
    name: 'Barber',
    colour: 'blue',
    skill: 'barber',
    services: [
      { name: 'Skin fade', description: 'Clippers, shears, razor.', variants: one(42, 45) },
      { name: 'Classic cut', description: 'Scissor cut with wash.', variants: one(38, 30) },
      { name: 'Beard trim', description: 'Shape, hot towel, oil.', variants: one(24, 20) },
      { name: 'Cut and beard', description: 'Both, in one visit.', variants: one(58, 60) },
      { name: 'Hot towel shave', description: 'Open razor, two passes.', variants: one(45, 40) },
      { name: 'Buzz cut', description: 'One length all over.', variants: one(25, 20) },
    ],
  },
  {
    name: 'Nails',
    colour: 'rose',
    skill: 'nails',
    services: [
      { name: 'Manicure', description: 'Shape, cuticles, polish.', variants: one(35, 35) },
      {
        name: 'Gel manicure',
        description: 'Lasts up to three weeks.',
        variants: [
          { name: 'One colour', price: 52, minutes: 50 },
          { name: 'With design', price: 68, minutes: 70, kind: 'from' },
        ],
        rebookAfterDays: 21,
      },
      { name: 'Gel removal', description: 'Soak-off and care.', variants: one(18, 20) },
      { name: 'Pedicure', description: 'Bath, scrub, polish.', variants: one(58, 60) },
      { name: 'Gel pedicure', description: 'With gel polish.', variants: one(72, 70) },
      { name: 'Nail repair', description: 'One nail.', variants: one(8, 10) },
    ],
  },
  {
    name: 'Skin',
    colour: 'green',
    skill: 'skin',
    services: [
      {
        name: 'Express facial',
        description: 'Cleanse, mask, massage.',
        variants: one(55, 30, { bufferAfter: 5 }),
      },
      {
        name: 'Signature facial',
        description: 'One hour for your skin type.',
        variants: one(98, 60, { bufferAfter: 10 }),
        rebookAfterDays: 28,
      },
      {
        name: 'Chemical peel',
        description: 'New clients have a consultation first.',
        variants: one(120, 45, { bufferAfter: 10 }),
        approval: true,
      },
      { name: 'Back facial', description: 'For the parts you can’t reach.', variants: one(85, 50) },
      {
        name: 'Skin consultation',
        description: 'Twenty minutes, free of charge.',
        variants: [{ name: 'Standard', price: 0, minutes: 20, kind: 'free' }],
      },
    ],
  },
  {
    name: 'Brows & lashes',
    colour: 'amber',
    skill: 'brows',
    services: [
      { name: 'Brow shape', description: 'Wax, thread or tweeze.', variants: one(28, 20) },
      { name: 'Brow tint', description: 'Lasts four weeks.', variants: one(22, 15) },
      { name: 'Brow lamination', description: 'Lift, tint, shape.', variants: one(75, 50) },
      { name: 'Lash lift', description: 'With tint.', variants: one(85, 60) },
      {
        name: 'Lash extensions',
        description: 'New set or refill.',
        variants: [
          { name: 'New set', price: 150, minutes: 120, bufferAfter: 10 },
          { name: 'Refill', price: 85, minutes: 60, bufferAfter: 10 },
        ],
        rebookAfterDays: 21,
      },
    ],
  },
  {
    name: 'At your home',
    colour: 'orange',
    skill: 'mobile',
    services: [
      {
        name: 'Home visit: cut',
        description: 'We come to you, with everything we need.',
        variants: one(90, 60, { bufferAfter: 30 }),
        atClient: true,
      },
      {
        name: 'Home visit: colour',
        description: 'Root touch-up or gloss at home.',
        variants: one(140, 45, { processing: 35, finishing: 30, bufferAfter: 30 }),
        atClient: true,
      },
      {
        name: 'Home visit: family',
        description: 'Up to four cuts in one visit.',
        variants: one(210, 150, { bufferAfter: 30 }),
        atClient: true,
      },
      {
        name: 'Care home round',
        description: 'By arrangement with the home.',
        variants: [{ name: 'Standard', price: 60, minutes: 60, kind: 'from', bufferAfter: 30 }],
        atClient: true,
        visibility: 'link',
      },
    ],
  },
];

export const ADD_ON_GROUPS: {
  name: string;
  skills: Skill[];
  max: number;
  addOns: { name: string; price: number; minutes: number }[];
}[] = [
  {
    name: 'Treatments',
    skills: ['cut', 'colour'],
    max: 2,
    addOns: [
      { name: 'Bond treatment', price: 35, minutes: 15 },
      { name: 'Deep conditioning', price: 25, minutes: 10 },
      { name: 'Scalp massage', price: 15, minutes: 10 },
      { name: 'Toner', price: 30, minutes: 15 },
    ],
  },
  {
    name: 'Extras for the hands',
    skills: ['nails'],
    max: 3,
    addOns: [
      { name: 'French', price: 10, minutes: 10 },
      { name: 'Paraffin bath', price: 14, minutes: 15 },
      { name: 'Chrome', price: 12, minutes: 10 },
    ],
  },
  {
    name: 'Extras for the skin',
    skills: ['skin'],
    max: 2,
    addOns: [
      { name: 'LED mask', price: 25, minutes: 15 },
      { name: 'Eye treatment', price: 18, minutes: 10 },
    ],
  },
];
