/** The pages that are looked at in both languages, both colours, on a phone and on a desk. */
import type { Page } from 'playwright-core';
import type { LookedAt } from './looked-at.ts';
import { ownerPages } from './owner/owner-pages.ts';

export const pages: readonly LookedAt[] = [
  { name: 'sign-in', path: '/', by: 'nobody' },
  { name: 'sites', path: '/sites' },
  { name: 'start', path: '/sites/demo/start' },
  { name: 'start-questions', path: '/sites/demo/start?step=questions' },
  ...ownerPages,
  { name: 'not-found', path: '/nowhere' },
  { name: 'design-controls', path: '/design' },
  { name: 'design-notes', path: '/design', reach: (page) => tab(page, 1) },
  { name: 'design-lists', path: '/design', reach: (page) => tab(page, 2) },
  { name: 'design-figures', path: '/design', reach: (page) => tab(page, 3) },
  {
    name: 'palette',
    path: '/sites',
    by: 'operator',
    reach: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').waitFor();
    },
  },
  { name: 'information', path: '/sites/demo/information' },
  { name: 'information-business', path: '/sites/demo/information/business' },
  { name: 'information-hours', path: '/sites/demo/information/hours' },
  { name: 'information-closed', path: '/sites/demo/information/closed' },
  { name: 'information-prices', path: '/sites/demo/information/prices' },
  {
    name: 'information-faqs',
    path: '/sites/demo/information/faqs',
    reach: (page) => page.locator('.entry-head').first().click(),
  },
  { name: 'information-documents', path: '/sites/demo/information/documents' },
  {
    name: 'information-versions',
    path: '/sites/demo/versions',
    reach: (page) => page.locator('.version-head').first().click(),
  },
  { name: 'information-sources', path: '/sites/demo/sources' },
];

function tab(page: Page, at: number): Promise<void> {
  return page.getByRole('tab').nth(at).click();
}
