import type { Page } from 'playwright-core';

/** Gives the session of the page the public address that a server on the internet has; servers of tests have none. */
export async function usePublicAddress(page: Page): Promise<void> {
  await page.route('**/console/session', async (route) => {
    const response = await route.fetch();
    const session = (await response.json()) as object;
    await route.fulfill({ response, json: { ...session, siteUrl: 'https://ask.duka.example' } });
  });
  await page.reload();
}
