/** All pages of the console, for `looks.test.ts`. */
import type { Page } from 'playwright-core';
import type { ConsoleFixture } from './fixture.ts';
import type { CheckedPage } from './looks.ts';
import { ownerPages } from './owner/owner-pages.ts';

export const pages: readonly CheckedPage[] = [
  { name: 'sign-in', path: '/', user: 'signed-out' },
  { name: 'sites', path: '/sites' },
  { name: 'start', path: '/sites/demo/start' },
  { name: 'start-questions', path: '/sites/demo/start?step=questions' },
  ...ownerPages,
  { name: 'not-found', path: '/nowhere' },
  {
    name: 'palette',
    path: '/sites',
    user: 'operator',
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
    reach: (page) => page.locator('.fold-head').first().click(),
  },
  { name: 'information-documents', path: '/sites/demo/information/documents' },
  {
    name: 'information-versions',
    path: '/sites/demo/versions',
    reach: (page) => page.locator('.fold-head').first().click(),
  },
  { name: 'information-sources', path: '/sites/demo/sources' },
  { name: 'team', path: '/team', reach: (page) => page.locator('.people').waitFor() },
  {
    name: 'invite-member',
    path: '/team',
    reach: async (page) => {
      await page.locator('.page-head .button.primary').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'account', path: '/account', reach: (page) => page.locator('.people').first().waitFor() },
  { name: 'keys', path: '/keys', prepare: createPlatformData },
  {
    name: 'make-key',
    path: '/keys',
    reach: async (page) => {
      await page.locator('.page-head .button.primary').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'activity', path: '/platform/activity' },
  { name: 'tasks', path: '/platform/work' },
  { name: 'assistant', path: '/platform/ai', reach: (page) => openFirst(page) },
  { name: 'webhook', path: '/platform/connect', reach: (page) => openFirst(page) },
  { name: 'project', path: '/platform/dev', reach: (page) => openFirst(page) },
  {
    name: 'reference',
    path: '/api',
    reach: async (page) => {
      await page.locator('.operation summary').first().click();
      await page.locator('.operation-inside').waitFor();
    },
  },
  { name: 'reference-try', path: '/api', reach: (page) => sendFirst(page) },
  {
    name: 'record-form',
    path: '/platform/data',
    reach: async (page) => {
      await openFirst(page);
      await page.locator('.record-bar .button.primary').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'webhook-events',
    path: '/platform/connect',
    reach: async (page) => {
      await openFirst(page);
      await page.getByRole('tab').nth(1).click();
      await page.getByRole('checkbox').first().uncheck();
    },
  },
  { name: 'operator', path: '/operator', user: 'operator' },
  { name: 'operator-owners', path: '/operator/owners', user: 'operator' },
  { name: 'operator-sites', path: '/operator/sites', user: 'operator' },
  { name: 'operator-plans', path: '/operator/plans', user: 'operator' },
  {
    name: 'operator-plan',
    path: '/operator/plans',
    user: 'operator',
    reach: async (page) => {
      await page.locator('.page-head .button').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'operator-schedule',
    path: '/operator/backups',
    user: 'operator',
    reach: async (page) => {
      await page.locator('.card .button').first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'operator-nodes', path: '/operator/nodes', user: 'operator' },
  { name: 'operator-health', path: '/operator/health', user: 'operator' },
  {
    name: 'operator-backups',
    path: '/operator/backups',
    user: 'operator',
    reach: (page) => page.getByText(/^(?:No backups yet|Bado hakuna nakala rudufu)$/).waitFor(),
  },
];

/** Creates one resource of each kind that the pages open, as the owner. */
async function createPlatformData({ server, owner }: ConsoleFixture): Promise<void> {
  const { call } = await server.signIn({ credential: owner.credential });
  const make = (service: string, kind: string, name: string, config = {}) =>
    call('POST', '/console/platform/resources', { service, kind, name, config });
  const { json } = await make('data', 'Collection', 'Bei za duka', { schema: goods });
  await make('ai', 'Assistant', 'Msaidizi wa duka', { knowledge: [json.id] });
  await make('connect', 'Webhook', 'Oda mpya', { url: 'https://example.com/hook' });
  await make('dev', 'Project', 'Duka la mtandaoni', { settings: { goods: json.id } });
  await make('work', 'Task', 'Piga simu kwa msambazaji', { assignee: 'Juma', due: '2026-11-01' });
  await make('work', 'Task', 'Hesabu bidhaa', { assignee: 'Asha' });
  await call('POST', `/console/platform/resources/${json.id}/records`, { item: 'Unga', bei: 120 });
  await call('POST', '/console/keys', {
    type: 'platform',
    name: 'Tovuti ya duka',
    scopes: ['data:read', 'connect'],
    expiresInDays: 90,
  });
}

const goods = {
  type: 'object',
  required: ['item', 'bei'],
  properties: {
    item: { type: 'string', title: 'Kitu' },
    bei: { type: 'number', minimum: 0 },
    hali: { enum: ['mpya', 'imetumika'] },
    ipo: { type: 'boolean' },
    imefika: { type: 'string', format: 'date' },
    mnunuzi: { type: 'object', properties: { jina: { type: 'string' }, simu: { type: 'string' } } },
    lebo: { type: 'array', items: { type: 'string' } },
  },
};

/** Sends the first operation that needs neither a key nor a parameter. */
async function sendFirst(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill('get status');
  await page.locator('.operation summary').first().click();
  await page.locator('.operation-inside > .button').click();
  await page.locator('.try-it .button.primary').click();
  await page.locator('.try-result pre').waitFor();
}

async function openFirst(page: Page): Promise<void> {
  await page.getByRole('listitem').getByRole('link').first().click();
  await page.getByRole('tab').first().waitFor();
}
