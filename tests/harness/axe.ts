import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What is held against every page: WCAG 2.2, levels A and AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Those whose answer depends on colours alone. */
const SIGHT_RULES = ['color-contrast', 'link-in-text-block'];

export type AxeScope = {
  /** CSS selector of the only part that is asked about. */
  within?: string;
  /** `sight`: only what a theme can change. */
  rules?: 'all' | 'sight';
};

/** Every part that axe finds at fault, as `rule at selector: why`; empty is what tests want. */
export const axeFaults = async (
  page: Page,
  { within, rules = 'all' }: AxeScope = {},
): Promise<string[]> => {
  // What passes is not described: that is most of the work. None of our pages has frames of others,
  // so everything is asked in the page itself instead of a second, empty one.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  if (within !== undefined) axe.include(within);
  const { violations } = await (
    rules === 'all' ? axe.withTags(RULES) : axe.withRules(SIGHT_RULES)
  ).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => {
      const why = failureSummary?.split('\n').slice(1).join(' ').trim() ?? '';
      return `${id} at ${target.join(' ')}: ${why}`;
    }),
  );
};
