import { describe, expect, it } from 'vitest';
import { TRADES } from '#domain/business/trades.ts';
import { validate } from '#domain/validation/validate.ts';
import {
  EMPTY_SERVICE,
  EMPTY_VARIANT,
  categorySchema,
  serviceSchema,
  variantSchema,
} from './schema.ts';
import { starterMenu } from './starter-menu.ts';

describe('starter menus', () => {
  it.each(TRADES)('$value offers only what the schemas accept', ({ value: trade }) => {
    const menu = starterMenu(trade);
    expect(menu.flatMap(({ services }) => services).length).toBeGreaterThan(1);
    for (const { name, colour, services } of menu) {
      expect(validate(categorySchema, { name, colour, visible_online: true }).ok).toBe(true);
      for (const service of services) {
        expect(validate(serviceSchema, { ...EMPTY_SERVICE, name: service.name }).ok).toBe(true);
        const variant = {
          ...EMPTY_VARIANT,
          price_cents: service.price * 100,
          duration_min: service.minutes,
          processing_min: service.processing ?? 0,
          finishing_min: service.finishing ?? 0,
          buffer_after_min: service.bufferAfter ?? 0,
        };
        expect(validate(variantSchema, variant).ok).toBe(true);
      }
    }
  });

  it('has something for trades that nobody thought of', () => {
    expect(starterMenu('falconry')).toEqual(starterMenu('other'));
  });
});
