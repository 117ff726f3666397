import type { Page } from './e2e.ts';

type Answer = Record<string, unknown>;

/**
 * From now on the page hears something else than the server says, for what nobody can wait for: a time that
 * has passed, a bank that thinks it over. `name`: of a public function. The newest change counts.
 */
export const changeAnswers = async <A extends object = Answer>(
  page: Page,
  name: string,
  change: (answer: A) => object,
): Promise<void> => {
  const address = new RegExp(`/${name}$`);
  await page.unroute(address);
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const changed = change((await response.json()) as A);
    await route.fulfill({ response, json: changed });
  });
};

/** The page hears what the server says again. */
export const keepAnswers = (page: Page, name: string): Promise<void> =>
  page.unroute(new RegExp(`/${name}$`));
