import { describe, expect, it } from 'vitest';
import type { Catalogue, OfferedService } from './catalogue.ts';
import { findServices } from './find-services.ts';

const service = (name: string, description: string | null, ...variants: string[]) =>
  ({
    id: name,
    name,
    description,
    variants: variants.map((variant) => ({ name: variant })),
  }) as OfferedService;
const sections = [
  {
    id: 'cut',
    name: 'Cut & style',
    services: [
      service('Finish', 'Wash, cut and blow-dry', 'Long hair'),
      service('Dry cut', 'A quick reshape'),
      service('Fringe', null),
    ],
  },
  { id: 'skin', name: 'Skin', services: [service('Crème facial', 'For dry skin')] },
] as unknown as Catalogue['sections'];
const found = (query: string) =>
  findServices(sections, query).map(({ id, services }) => [id, services.map(({ name }) => name)]);

describe('finding services', () => {
  it('shows the menu as it is while nothing is typed', () => {
    expect(findServices(sections, '  ')).toBe(sections);
  });

  it('puts the service of that name above those that only mention its words', () => {
    expect(found('dry cut')).toEqual([['cut', ['Dry cut', 'Finish']]]);
  });

  it('puts the section with the better find first', () => {
    expect(found('facial')).toEqual([['skin', ['Crème facial']]]);
    expect(found('creme')).toEqual([['skin', ['Crème facial']]]);
    expect(found('dry')).toEqual([
      ['cut', ['Dry cut', 'Finish']],
      ['skin', ['Crème facial']],
    ]);
  });

  it('looks at the section and the variants too', () => {
    expect(found('style fringe')).toEqual([['cut', ['Fringe']]]);
    expect(found('long')).toEqual([['cut', ['Finish']]]);
  });

  it('finds nothing when one word is nowhere', () => {
    expect(found('dry massage')).toEqual([]);
  });
});
