/** The kinds of business there are; each has a starter menu. */
export const TRADES = [
  { value: 'hair', label: 'Hair' },
  { value: 'barber', label: 'Barber' },
  { value: 'nails', label: 'Nails' },
  { value: 'beauty', label: 'Beauty and skin' },
  { value: 'massage', label: 'Massage and body' },
  { value: 'wellness', label: 'Wellness and therapy' },
  { value: 'tattoo', label: 'Tattoo and piercing' },
  { value: 'fitness', label: 'Fitness and training' },
  { value: 'pets', label: 'Pets' },
  { value: 'lessons', label: 'Lessons and coaching' },
  { value: 'other', label: 'Something else' },
] as const;
