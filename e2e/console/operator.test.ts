import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { noBrowser } from '../browser.ts';
import { type ConsoleStage, openConsoleStage } from './stage.ts';

describe('the operator pages of the console', { skip: noBrowser }, () => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await openConsoleStage();
  });
  after(() => stage.close());

  test('an owner is added and invited by a link that is shown once and works once', async () => {
    const { page, close, faults } = await stage.enter('#/operator/owners', { isOperator: true });
    await page.getByRole('button', { name: 'Add owner' }).click();
    await page.getByLabel('Owner name').fill('Mama Njeri');
    await page.getByRole('dialog').getByRole('button', { name: 'Add owner' }).click();
    const invite = page.getByRole('dialog', { name: 'Sign-in link for Mama Njeri' });
    await invite.getByLabel('Site to open').fill('mama-njeri');
    await invite.getByRole('button', { name: 'Create sign-in link' }).click();
    const link = (await page.locator('.copy-shown').textContent()) ?? '';
    await page.getByRole('button', { name: 'I have saved it' }).click();
    assert.ok(!(await page.content()).includes(link));
    assert.deepEqual(faults, []);
    await close();
    const theirs = await stage.open(new URL(link).hash);
    await theirs.page.getByRole('heading', { level: 1, name: 'Getting started' }).waitFor();
    await theirs.close();
  });

  test('a site is paused, resumed by undo, and gets another plan', async () => {
    const { page, go, close } = await stage.enter('#/operator/sites', { isOperator: true });
    const row = page.getByRole('listitem').filter({ hasText: 'demo' });
    await row.getByRole('button', { name: 'Actions for demo' }).click();
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await row.getByText('Paused').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await row.getByText('Active').waitFor();
    await row.getByRole('button', { name: 'Actions for demo' }).click();
    await page.getByRole('menuitem', { name: 'Change plan' }).click();
    const plan = page.getByRole('dialog').getByLabel('Plan');
    const before = await plan.inputValue();
    await plan.locator('option').nth(1).waitFor({ state: 'attached' });
    const other = (await plan.locator('option').allTextContents()).find((name) => name !== before);
    await plan.selectOption(other ?? '');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await row.getByText(other ?? '', { exact: true }).waitFor();
    await go('/operator/plans');
    await page.getByRole('heading', { name: other ?? '', exact: true }).waitFor();
    await close();
  });

  test('a backup is taken and verified', async () => {
    const { page, close } = await stage.enter('#/operator/backups', { isOperator: true });
    await page.getByText('No backups yet').waitFor();
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.getByText('not verified').waitFor();
    await page.getByRole('button', { name: /^Verify/ }).click();
    await page.getByText(/verified .*: intact/).waitFor();
    await close();
  });

  test('a node is authorised and its grant revoked', async () => {
    const { page, close } = await stage.enter('#/operator/nodes', { isOperator: true });
    await page.getByRole('button', { name: 'Authorise node' }).click();
    await page.getByLabel('Node address').fill('https://node.example.com');
    await page.getByLabel('Sites').fill('demo');
    await page.getByRole('dialog').getByRole('button', { name: 'Authorise node' }).click();
    const done = page.getByRole('button', { name: 'I have saved it' });
    const refusal = page.getByRole('alert');
    await done.or(refusal).waitFor();
    if (await refusal.isVisible()) assert.fail((await refusal.textContent()) ?? '');
    await done.click();
    await page.getByRole('button', { name: /^Revoke grant/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke grant' }).click();
    await page.getByText('Grant revoked.').waitFor();
    await page.getByRole('button', { name: /^Revoke grant/ }).waitFor({ state: 'detached' });
    await close();
  });

  test('users who are not operators see no operator pages', async () => {
    const { page, close } = await stage.enter('#/sites');
    assert.equal(await page.getByRole('link', { name: 'Backups' }).count(), 0);
    await page.evaluate(() => {
      location.hash = '#/operator/owners';
    });
    await page.locator('main h1').filter({ hasNotText: 'Your sites' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Add owner' }).count(), 0);
    await close();
  });
});
