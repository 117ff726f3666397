import type { MenuChoice } from '#domain/services/menu-choice.ts';
import { starterMenu } from '#domain/services/starter-menu.ts';
import type { StarterCategory } from '#domain/services/starter-menu.ts';

/** What is offered of a starter menu, by `category.service` place; null while a field is empty. */
export type Offers = Record<string, { on: boolean; minutes: number | null; cents: number | null }>;

/** The kind of business whose menu it is, and what of it is offered. */
export type MenuAnswers = { trade: string; offers: Offers };

/** Everything of a menu, with its usual lengths and prices. */
export const offersOf = (trade: string): Offers =>
  Object.fromEntries(
    starterMenu(trade).flatMap(({ services }, place) =>
      services.map(({ minutes, price }, index) => [
        `${place}.${index}`,
        { on: true, minutes, cents: price * 100 },
      ]),
    ),
  );

/** What was ticked, as the command wants it. Empty fields are no numbers, which the schema refuses. */
export const menuChoices = (menu: readonly StarterCategory[], offers: Offers): MenuChoice[] =>
  menu
    .map(({ name, colour, services }, place) => ({
      category: name,
      colour,
      services: services.flatMap((service, index) => {
        const offer = offers[`${place}.${index}`];
        if (!offer?.on) return [];
        return {
          name: service.name,
          variant: {
            price_cents: offer.cents ?? Number.NaN,
            duration_min: offer.minutes ?? Number.NaN,
            processing_min: service.processing ?? 0,
            finishing_min: service.finishing ?? 0,
            buffer_after_min: service.bufferAfter ?? 0,
          },
        };
      }),
    }))
    .filter(({ services }) => services.length > 0);
