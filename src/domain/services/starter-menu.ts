import type { Colour } from '#domain/colours.ts';

/** What a business of one kind usually begins with. Prices are whole units of its currency. */
export type StarterService = {
  name: string;
  price: number;
  minutes: number;
  processing?: number;
  finishing?: number;
  bufferAfter?: number;
};

export type StarterCategory = { name: string; colour: Colour; services: StarterService[] };

const one = (
  name: string,
  price: number,
  minutes: number,
  more: Omit<StarterService, 'name' | 'price' | 'minutes'> = {},
): StarterService => ({ name, price, minutes, ...more });

/** Starter menus by trade (the trades are those that a new business is asked for). */
const MENUS: Readonly<Record<string, StarterCategory[]>> = {
  hair: [
    {
      name: 'Cuts',
      colour: 'teal',
      services: [
        one('Cut and finish', 65, 60),
        one('Short cut', 40, 30),
        one('Fringe trim', 15, 15),
        one('Blow-dry', 40, 45),
      ],
    },
    {
      name: 'Colour',
      colour: 'violet',
      services: [
        one('Root touch-up', 80, 45, { processing: 35, finishing: 30 }),
        one('Full colour', 110, 60, { processing: 35, finishing: 30 }),
        one('Highlights', 150, 90, { processing: 30, finishing: 45 }),
      ],
    },
  ],
  barber: [
    {
      name: 'Barber',
      colour: 'blue',
      services: [
        one('Haircut', 35, 30),
        one('Skin fade', 40, 45),
        one('Beard trim', 20, 20),
        one('Haircut and beard', 50, 50),
        one('Hot towel shave', 40, 40),
      ],
    },
  ],
  nails: [
    {
      name: 'Hands',
      colour: 'rose',
      services: [
        one('Manicure', 35, 45),
        one('Gel manicure', 50, 60),
        one('Gel removal', 15, 20),
        one('Extensions', 85, 120),
      ],
    },
    {
      name: 'Feet',
      colour: 'orange',
      services: [one('Pedicure', 50, 60), one('Gel pedicure', 65, 75)],
    },
  ],
  beauty: [
    {
      name: 'Face',
      colour: 'green',
      services: [
        one('Classic facial', 85, 60, { bufferAfter: 10 }),
        one('Deep cleansing', 95, 75, { bufferAfter: 10 }),
      ],
    },
    {
      name: 'Brows and lashes',
      colour: 'amber',
      services: [
        one('Brow shape', 25, 20),
        one('Brow tint', 20, 20),
        one('Lash lift', 80, 60),
        one('Lash extensions', 130, 120),
      ],
    },
    {
      name: 'Waxing',
      colour: 'fuchsia',
      services: [one('Half leg', 35, 30), one('Full leg', 60, 45)],
    },
  ],
  massage: [
    {
      name: 'Massage',
      colour: 'teal',
      services: [
        one('Massage 30 minutes', 50, 30, { bufferAfter: 10 }),
        one('Massage 60 minutes', 90, 60, { bufferAfter: 15 }),
        one('Massage 90 minutes', 125, 90, { bufferAfter: 15 }),
        one('Back and neck', 60, 40, { bufferAfter: 10 }),
        one('Hot stones', 120, 75, { bufferAfter: 15 }),
      ],
    },
  ],
  wellness: [
    {
      name: 'Sessions',
      colour: 'indigo',
      services: [
        one('First session', 120, 75, { bufferAfter: 15 }),
        one('Session', 95, 50, { bufferAfter: 10 }),
        one('Long session', 130, 80, { bufferAfter: 10 }),
        one('Short check-in', 45, 25),
      ],
    },
  ],
  tattoo: [
    {
      name: 'Tattoo',
      colour: 'slate',
      services: [
        one('Consultation', 0, 30),
        one('Small piece', 120, 60, { bufferAfter: 15 }),
        one('Half day', 450, 240, { bufferAfter: 30 }),
        one('Touch-up', 50, 45, { bufferAfter: 15 }),
      ],
    },
    {
      name: 'Piercing',
      colour: 'violet',
      services: [one('Ear piercing', 45, 20), one('Nose piercing', 55, 20)],
    },
  ],
  fitness: [
    {
      name: 'Training',
      colour: 'orange',
      services: [
        one('First assessment', 60, 60),
        one('Personal training', 75, 60),
        one('Short session', 45, 30),
        one('Training for two', 110, 60),
      ],
    },
  ],
  pets: [
    {
      name: 'Grooming',
      colour: 'lime',
      services: [
        one('Bath and brush, small dog', 45, 60, { bufferAfter: 10 }),
        one('Bath and brush, large dog', 70, 90, { bufferAfter: 15 }),
        one('Full groom, small dog', 70, 90, { bufferAfter: 10 }),
        one('Full groom, large dog', 110, 135, { bufferAfter: 15 }),
        one('Nail trim', 15, 15),
      ],
    },
  ],
  lessons: [
    {
      name: 'Lessons',
      colour: 'cyan',
      services: [
        one('Trial lesson', 0, 30),
        one('Lesson 45 minutes', 45, 45),
        one('Lesson 60 minutes', 60, 60),
      ],
    },
  ],
  other: [
    {
      name: 'Services',
      colour: 'teal',
      services: [one('Consultation', 0, 30), one('Appointment', 60, 60)],
    },
  ],
};

export const starterMenu = (trade: string): readonly StarterCategory[] =>
  MENUS[trade] ?? MENUS['other'] ?? [];
