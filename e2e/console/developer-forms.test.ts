/** Forms for developers: requests, records and webhooks. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@baraza/contract';
import { noBrowser } from '../browser.ts';
import { callIn, create, receiveFrom } from './calls.ts';
import { fixtureForSuite, screens } from './fixture.ts';

interface Stored {
  readonly records: readonly { readonly recordId: string; readonly record: JsonObject }[];
}

const patient = {
  type: 'object',
  required: ['name', 'isOpen'],
  properties: {
    name: { type: 'string', title: 'Full name' },
    age: { type: 'integer', title: 'Age', minimum: 0 },
    isOpen: { type: 'boolean' },
    state: { enum: ['waiting', 'seen'] },
    phone: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    home: { type: 'object', properties: { town: { type: 'string', title: 'Town' } } },
  },
};

describe('forms for developers in the console', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();

  for (const { screen, options } of screens.desktop)
    test(`on a ${screen}, an operation runs with the session or a key, and the curl command matches`, async () => {
      const { page } = await fixture.openSignedIn('#/platform', { options });
      const orders = await create(page, 'data', 'Collection', `Tried ${screen}`);
      await page.evaluate(() => {
        location.hash = '/api';
      });
      const one = async (words: string) => {
        await page.getByLabel('Search endpoints').fill(words);
        await page.getByText('1 endpoint', { exact: true }).waitFor();
        await page.locator('.operation summary').click();
        await page.getByRole('button', { name: /^Try it/ }).click();
      };
      await one('createRecord');
      const form = page.locator('.try-it');
      await form.getByRole('button', { name: 'Send POST' }).click();
      await form.getByText('Fill this in first.').waitFor();
      await form.getByLabel(/^id /).fill(orders.id);
      const body = form.getByLabel('Body · application/json');
      await body.fill('{\n  "item": unga\n}');
      await form.getByText(/^Line 2, column \d+: /).waitFor();
      await body.fill('{"item": "unga"}');
      await page.getByText(`/resources/${orders.id}/records"`).waitFor();
      await form.getByRole('button', { name: 'Send POST' }).click();
      const result = form.getByRole('region', { name: 'Response' }).first();
      await result.getByText('201', { exact: true }).waitFor();
      await result.getByText('"item": "unga"').waitFor();
      await result.getByText('ETag').waitFor();
      const { records } = await callIn<{ records: { recordId: string }[] }>(
        page,
        'GET',
        `/resources/${orders.id}/records`,
      );
      assert.equal(records.length, 1);
      await form.getByRole('button', { name: 'Another key' }).click();
      await form.getByLabel('Key or token').fill('rpk_wrong');
      await form.getByRole('button', { name: 'Send POST' }).click();
      await result.getByText('401', { exact: true }).waitFor();
      assert.equal(await page.getByRole('dialog').count(), 0, 'the session continues');
      await one('deleteRecord');
      await form.getByLabel(/^id /).fill(orders.id);
      await form.getByLabel('recordId (path)').fill(records[0]?.recordId ?? '');
      await form.getByLabel('If-Match (header)').fill('"9"');
      await form.getByRole('button', { name: 'Send DELETE' }).click();
      const sure = page.getByRole('dialog', { name: 'Send this deletion?' });
      await sure.getByRole('button', { name: 'Cancel' }).click();
      assert.equal(await form.getByText('409', { exact: true }).count(), 0);
      await form.getByRole('button', { name: 'Send DELETE' }).click();
      await sure.getByRole('button', { name: 'Send DELETE' }).click();
      await form.getByText('409', { exact: true }).waitFor();
    });

  for (const { screen, options } of screens.phone)
    test(`on a ${screen}, a form with the fields of the schema edits a record and keeps its other fields`, async () => {
      const { page, go } = await fixture.openSignedIn('#/platform', {
        options,
      });
      const { id } = await create(page, 'data', 'Collection', 'Patients', {
        schema: patient,
        unique: ['phone'],
      });
      await go(`/platform/resources/${id}`);
      await page.getByRole('button', { name: 'Add record' }).click();
      const sheet = page.getByRole('dialog');
      const save = () => sheet.getByRole('button', { name: 'Save', exact: true }).click();
      await sheet.getByLabel('Age').fill('old');
      await sheet.getByText('Enter a number.').waitFor();
      await sheet.getByLabel('Age').fill('-1');
      await save();
      await sheet.getByText('Correct the marked fields.').waitFor();
      await sheet.getByText('At least 0.').waitFor();
      assert.equal(await sheet.getByLabel('Full name').getAttribute('aria-invalid'), 'true');
      await sheet.getByLabel('Age').fill('41');
      await sheet.getByLabel('Full name').fill('Asha');
      await sheet.getByLabel('Town').fill('Nakuru');
      await sheet.getByLabel('state').selectOption('waiting');
      await sheet.getByLabel('phone').fill('0700');
      await sheet.getByLabel('tags').fill('a\nb');
      await save();
      await page.getByText('Added.').waitFor();
      const stored = async () =>
        (await callIn<Stored>(page, 'GET', `/resources/${id}/records`)).records;
      const [first] = await stored();
      assert.deepEqual(first?.record, {
        isOpen: false,
        age: 41,
        name: 'Asha',
        home: { town: 'Nakuru' },
        state: 'waiting',
        phone: '0700',
        tags: ['a', 'b'],
      });
      const at = `/resources/${id}/records/${first?.recordId}`;
      await callIn(page, 'PATCH', at, { legacy: { deep: [1] }, home: { plot: 7 } });
      await go('/platform');
      await go(`/platform/resources/${id}`);
      await page.getByRole('row').nth(1).click();
      await sheet.getByLabel('Full name').fill('Asha Juma');
      await sheet.getByRole('tab', { name: 'JSON' }).click();
      await sheet.getByLabel('Record as JSON').waitFor();
      await sheet.getByRole('tab', { name: 'Form' }).click();
      await sheet.getByLabel('Town').fill('');
      await save();
      await page.getByText('Saved.').waitFor();
      const [second] = await stored();
      assert.deepEqual(second?.record.legacy, { deep: [1] });
      assert.deepEqual([second?.record.name, second?.record.home], ['Asha Juma', { plot: 7 }]);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await sheet.getByLabel('Full name').fill('Juma');
      await sheet.getByLabel('phone').fill('0700');
      await save();
      await sheet.getByText('Another record already has this value.').waitFor();
    });

  for (const { screen, options } of screens.phone)
    test(`on a ${screen}, the events of a webhook can be selected, and a test delivery shows its result`, async (t) => {
      let status = 500;
      const { platform } = fixture.server.siteServer.platformServer;
      const receiver = await receiveFrom(platform, t, (response) =>
        response.writeHead(status).end(),
      );
      const { page, go, faults } = await fixture.openSignedIn('#/platform', {
        options,
      });
      const orders = await create(page, 'data', 'Collection', `Orders of a ${screen}`);
      const hook = await create(page, 'connect', 'Webhook', 'hook', { url: receiver.url });
      await go(`/platform/resources/${hook.id}`);
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByRole('status').getByText('Failed').waitFor();
      await page.getByRole('status').getByText('response 500').waitFor();
      status = 204;
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByRole('status').getByText('Delivered').waitFor();
      assert.equal(receiver.received[1]?.json.type, 'ping');
      await page.getByRole('tab', { name: 'Config' }).click();
      await page.getByRole('checkbox', { name: 'All events' }).uncheck();
      await page.getByText('Choose at least one event, or all.').waitFor();
      await page.getByRole('checkbox', { name: 'Records', exact: true }).check();
      await page.getByRole('checkbox', { name: 'records imported' }).uncheck();
      await page.getByRole('button', { name: `Orders of a ${screen}` }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved.').waitFor();
      const { config } = await callIn<{ config: object }>(
        page,
        'GET',
        `/resources/${hook.id}?records=false`,
      );
      assert.deepEqual(config, {
        url: receiver.url,
        events: ['record-added', 'record-updated', 'record-deleted'],
        resource: [orders.id],
      });
      assert.deepEqual(faults, []);
    });
});
