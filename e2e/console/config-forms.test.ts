import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../browser.ts';
import { callIn, create } from './calls.ts';
import { fixtureForSuite, screens } from './fixture.ts';

/** Every kind with a form of its own, one without, and keys that no form shows. */
const kinds: readonly (readonly [service: string, kind: string, field: string, key: string])[] = [
  ['data', 'Collection', 'Description', 'description'],
  ['data', 'Users', 'Description', 'description'],
  ['storage', 'Bucket', 'Description', 'description'],
  ['ai', 'Assistant', 'Instructions', 'instructions'],
  ['dev', 'Project', 'Description', 'description'],
  ['connect', 'Form', 'Description', 'description'],
  ['connect', 'Inbox', 'Description', 'description'],
  ['connect', 'Webhook', 'Webhook URL', 'url'],
  ['work', 'Task', 'Assignee', 'assignee'],
];
const typed = 'https://a.example/b';
const unseen = {
  region: 'local',
  origins: ['https://a.example'],
  own: { deep: { kept: null }, list: [1, { a: 2 }] },
};
const protection = { rules: { list: 'user.role = "staff"' }, fields: { readonly: ['role'] } };

describe('configs in the console', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();

  for (const { screen, options } of screens.desktop)
    for (const [service, kind, field, key] of kinds)
      test(`the form of ${service} ${kind} keeps what it does not show, on a ${screen}`, async () => {
        const { page, go } = await fixture.openSignedIn('#/platform', { options });
        const config = service === 'data' ? { ...unseen, ...protection } : unseen;
        const { id } = await create(page, service, kind, 'Kept', config);
        await go(`/platform/resources/${id}`);
        await page.getByRole('tab', { name: 'Config' }).click();
        await page.getByLabel(field).fill(typed);
        await callIn(page, 'PATCH', `/resources/${id}`, {
          action: 'patch-config',
          config: { later: true, own: { later: true } },
        });
        await save(page);
        await page.getByRole('button', { name: 'Show the current version' }).click();
        await page.getByText('Someone else changed this').waitFor({ state: 'detached' });
        assert.equal(await page.getByLabel(field).inputValue(), typed);
        await save(page);
        await page.getByText('Saved.').waitFor();
        const own = { ...unseen.own, later: true };
        const saved: Readonly<Record<string, unknown>> = {
          ...config,
          own,
          later: true,
          [key]: typed,
        };
        assert.deepEqual(await configOf(page, id), saved);
        await page.getByRole('button', { name: 'Undo', exact: true }).click();
        await page.waitForFunction(
          (label) =>
            [...document.querySelectorAll('label')]
              .find((one) => one.textContent?.includes(label))
              ?.closest('.field')
              ?.querySelector<HTMLInputElement>('input, textarea')?.value === '',
          field,
        );
        const { [key]: _, ...before } = saved;
        assert.deepEqual(await configOf(page, id), before);
      });

  test('as JSON, keys are removed and a null is saved, and other changes are kept', async () => {
    const { page, go } = await fixture.openSignedIn('#/platform');
    const { id } = await create(page, 'data', 'Collection', 'Text', { ...unseen, old: 1 });
    await go(`/platform/resources/${id}`);
    await page.getByRole('tab', { name: 'Config' }).click();
    await page.getByRole('tab', { name: 'JSON' }).click();
    const text = page.getByLabel('Config as JSON');
    await text.fill(JSON.stringify({ ...unseen, more: [null] }));
    await save(page);
    await page.getByText('Saved.').waitFor();
    assert.deepEqual(await configOf(page, id), { ...unseen, more: [null] });
    await text.fill(JSON.stringify({ ...unseen, more: null }));
    await save(page);
    await page.getByText('Saved.').nth(1).waitFor();
    assert.deepEqual(await configOf(page, id), { ...unseen, more: null });
  });

  test('a misspelt key is pointed out after it was saved, and no longer once it is right', async () => {
    const { page, go } = await fixture.openSignedIn('#/platform');
    const { id } = await create(page, 'data', 'Collection', 'Misspelt');
    await go(`/platform/resources/${id}`);
    await page.getByRole('tab', { name: 'Config' }).click();
    await page.getByRole('tab', { name: 'JSON' }).click();
    const text = page.getByLabel('Config as JSON');
    await text.fill('{"feilds":{"hidden":["secret"]}}');
    await save(page);
    const note = page.getByText(
      '“feilds” was saved but has no effect here. Did you mean “fields”?',
    );
    await note.waitFor();
    await text.fill('{"fields":{"hidden":["secret"]}}');
    await save(page);
    await note.waitFor({ state: 'detached' });
  });

  test('a new resource whose kind is spelt unusually says so', async () => {
    const { page } = await fixture.openSignedIn('#/platform/data');
    await page.getByRole('button', { name: 'Create' }).first().click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('Other kind').click();
    await sheet.getByLabel('Kind').last().fill('users');
    await sheet.getByLabel('Name').fill('Staff');
    await sheet.getByRole('button', { name: 'Create' }).click();
    await page.getByText('The usual spelling of this kind is “Users”.').waitFor();
  });
});

function save(page: Page): Promise<void> {
  return page.locator('main').getByRole('button', { name: 'Save', exact: true }).click();
}

async function configOf(page: Page, id: string): Promise<unknown> {
  const path = `/resources/${id}?records=false`;
  return (await callIn<{ readonly config: unknown }>(page, 'GET', path)).config;
}
