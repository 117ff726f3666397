import { expect, it } from 'vitest';
import { starterMenu } from '#domain/services/starter-menu.ts';
import { menuChoices, offersOf } from './menu-form.ts';

const menu = starterMenu('nails');

it('offers the whole menu until something is unticked', () => {
  const offers = offersOf('nails');
  expect(menuChoices(menu, offers).map(({ services }) => services.length)).toEqual([4, 2]);
  const unticked = Object.fromEntries(
    Object.entries(offers).map(([key, offer]) => [key, { ...offer, on: key === '1.0' }]),
  );
  expect(menuChoices(menu, unticked)).toEqual([
    {
      category: 'Feet',
      colour: 'orange',
      services: [
        {
          name: 'Pedicure',
          variant: {
            price_cents: 5000,
            duration_min: 60,
            processing_min: 0,
            finishing_min: 0,
            buffer_after_min: 0,
          },
        },
      ],
    },
  ]);
});

it('hands an empty price on as no number, so that nobody works for nothing by accident', () => {
  const offers = offersOf('nails');
  offers['0.0'] = { on: true, minutes: 45, cents: null };
  expect(menuChoices(menu, offers)[0]?.services[0]?.variant.price_cents).toBeNaN();
});
