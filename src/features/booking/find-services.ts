import { fold, foldedWords } from '#domain/text/fold.ts';
import type { Catalogue, OfferedService } from './catalogue.ts';

type Sections = Catalogue['sections'];

/** All words in the service's own name; all words somewhere in what is written about it; not all. */
const NAMED = 0;
const MENTIONED = 1;
const NEITHER = 2;

/**
 * The services in which every word of the search occurs, in their sections. Who types the name of a
 * service finds it above those that only mention its words; otherwise the menu's order stands.
 */
export function findServices(sections: Sections, query: string): Sections {
  const words = foldedWords(query);
  if (words.length === 0) return sections;
  const rank = (sectionName: string, { name, description, variants }: OfferedService): number => {
    const has = (...texts: (string | null)[]) => {
      const text = fold(texts.join(' '));
      return words.every((word) => text.includes(word));
    };
    if (has(name)) return NAMED;
    const mentioned = has(sectionName, name, description, ...variants.map((one) => one.name));
    return mentioned ? MENTIONED : NEITHER;
  };
  return sections
    .map((section) => {
      const ranked = section.services
        .map((service) => ({ service, at: rank(section.name, service) }))
        .filter(({ at }) => at !== NEITHER)
        .sort((a, b) => a.at - b.at);
      const services = ranked.map(({ service }) => service);
      return { section: { ...section, services }, at: ranked[0]?.at ?? NEITHER };
    })
    .filter(({ at }) => at !== NEITHER)
    .sort((a, b) => a.at - b.at)
    .map(({ section }) => section);
}
