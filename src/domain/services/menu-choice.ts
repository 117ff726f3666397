import type { Colour } from '#domain/colours.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import { validate } from '#domain/validation/validate.ts';
import { EMPTY_SERVICE, EMPTY_VARIANT, serviceSchema, variantSchema } from './schema.ts';
import type { ServiceInput, VariantInput } from './schema.ts';

/** What somebody takes of a starter menu: a category with services of one variant each. */
export type MenuChoice = {
  category: string;
  colour: Colour;
  services: readonly { name: string; variant: Partial<VariantInput> }[];
};

/** Each service of a category as it is stored. Codes: invalid (fields as `0.services.1.price_cents`). */
export const menuServices = (
  { colour, services }: MenuChoice,
  place: number,
  category_id: Uuid | null,
): Result<{ service: ServiceInput; variant: VariantInput }[]> => {
  const checked: { service: ServiceInput; variant: VariantInput }[] = [];
  for (const [index, { name, variant }] of services.entries()) {
    const service = validate(serviceSchema, { ...EMPTY_SERVICE, name, colour, category_id });
    const price_kind = variant.price_cents === 0 ? ('free' as const) : ('fixed' as const);
    const only = validate(variantSchema, { ...EMPTY_VARIANT, price_kind, ...variant });
    if (service.ok && only.ok) {
      checked.push({ service: service.value, variant: only.value });
      continue;
    }
    const wrong = service.ok ? only : service;
    if (wrong.ok) continue;
    const field = `${place}.services.${index}.${wrong.error.field ?? ''}`;
    const issues = [{ field, rule: wrong.error.rule ?? '' }];
    return fail('invalid', { ...issues[0], issues });
  }
  return ok(checked);
};

/** Whether a menu can be added as it is, before there is a catalogue. Codes: invalid. */
export const checkMenu = (choices: readonly MenuChoice[]): Result<null> => {
  for (const [place, choice] of choices.entries()) {
    const checked = menuServices(choice, place, null);
    if (!checked.ok) return checked;
  }
  return ok(null);
};
