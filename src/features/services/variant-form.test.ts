import { describe, expect, it } from 'vitest';
import { newVariant, variantEdits } from './variant-form.ts';

const known = { ...newVariant('a'), id: 'a', name: 'Short', price_cents: 5000 };

describe('what the editor hands over about variants', () => {
  it('names only the changed fields of a known variant', () => {
    expect(variantEdits([known], [{ ...known, price_cents: 6000 }])).toEqual([
      { id: 'a', values: { price_cents: 6000 } },
    ]);
  });

  it('gives everything of a new one, which begins as a copy of the one before', () => {
    const [, added] = variantEdits([known], [known, newVariant('n', known)]);
    expect(added).toMatchObject({ id: null, values: { name: '', price_cents: 5000 } });
    expect(added?.values).not.toHaveProperty('key');
  });

  it('hands an empty price on, so that it is refused and not taken for zero', () => {
    expect(variantEdits([], [newVariant('n')])[0]?.values.price_cents).toBeNull();
  });
});
