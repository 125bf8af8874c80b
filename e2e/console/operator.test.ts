import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { noBrowser } from '../browser.ts';
import { fixtureForSuite, screens } from './fixture.ts';

describe('the operator pages of the console', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();

  test('an owner is added, and the sign-in link is shown once and works once', async () => {
    const { page, close, faults } = await fixture.openSignedIn('#/operator/owners', {
      isOperator: true,
    });
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
    const theirs = await fixture.open(new URL(link).hash);
    await theirs.page.getByRole('heading', { level: 1, name: 'Getting started' }).waitFor();
  });

  test('a site is paused, resumed, moved to another plan, and granted to a node until revoked', async () => {
    const { page, go } = await fixture.openSignedIn('#/operator/sites', { isOperator: true });
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

    await go('/operator/nodes');
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
  });

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, a new site has the language of the console unless another one is chosen`, async () => {
      const { page } = await fixture.openSignedIn('#/operator/sites', {
        isOperator: true,
        options,
      });
      const sheet = page.getByRole('dialog', { name: 'Add site' });
      const languagesOf = async (site: string) => {
        const owner = { credential: fixture.owner.credential };
        const { call } = await fixture.server.signIn(owner);
        const { json } = await call('GET', `/console/sites/${site}`);
        return (json as { profile: { languages: string[] } }).profile.languages;
      };
      for (const language of ['English', 'Swahili']) {
        const site = `made-${language.toLowerCase()}-${screen}`;
        await page.getByRole('button', { name: 'Add site' }).first().click();
        const english = sheet.getByRole('button', { name: 'English', exact: true });
        assert.equal(await english.getAttribute('aria-pressed'), 'true');
        await sheet.getByLabel('Owner').selectOption(fixture.owner.id);
        await sheet.getByRole('button', { name: 'Add site' }).click();
        await sheet.getByText('Use 3 to 40 lowercase letters, digits or hyphens').waitFor();
        await sheet.getByLabel('Site name').fill('demo');
        await sheet.getByRole('button', { name: 'Add site' }).click();
        await sheet.getByText('This name is taken; choose another one.').waitFor();
        await sheet.getByLabel('Site name').fill(site);
        await sheet.getByRole('button', { name: language, exact: true }).click();
        await sheet.getByRole('button', { name: 'Add site' }).click();
        await sheet.waitFor({ state: 'detached' });
        const main = language === 'English' ? 'en' : 'sw';
        assert.deepEqual((await languagesOf(site))[0], main);
      }
    });

  for (const { screen, options } of screens.phone)
    test(`on a ${screen}, the checks explain the pepper, and show sizes in KB or MB and months by name`, async (t) => {
      // `doctor` runs in a child process, which inherits this environment.
      const { paths } = fixture.server.siteServer.platformServer.installation;
      const { BARAZA_DATA: data, BARAZA_SPEECH: speech } = process.env;
      Object.assign(process.env, { BARAZA_DATA: paths.folder, BARAZA_SPEECH: '0' });
      t.after(() => {
        for (const [name, value] of Object.entries({ BARAZA_DATA: data, BARAZA_SPEECH: speech }))
          if (value === undefined) delete process.env[name];
          else process.env[name] = value;
      });
      const { page, go } = await fixture.openSignedIn('#/operator/backups', {
        isOperator: true,
        options,
      });
      const listed = page.getByRole('button', { name: /^Actions for/ });
      const listedBefore = await listed.count();
      await page.getByRole('button', { name: 'Back up now' }).click();
      await listed.nth(listedBefore).waitFor();
      await go('/operator/health');
      await page.getByRole('button', { name: 'Run checks' }).click();
      const row = (name: string) =>
        page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
      await row('pepper').getByText('the secret that protects keys, in ').waitFor();
      await row('backup')
        .getByText(/^\d{1,2}\s\p{L}+\s\d{4}, \d\d:\d\d, [\d.]+ [KM]B in /u)
        .waitFor();
      assert.doesNotMatch(await page.locator('main').innerText(), /\d bytes/);
    });

  test('an owner is renamed, and deleted after its name is typed; operators cannot delete themselves', async () => {
    const owner = await fixture.server.siteServer.newOwner();
    await owner.newSite({}, 'to-delete');
    const { page } = await fixture.openSignedIn('#/operator/owners', { isOperator: true });
    const { owners } = await page.evaluate(async () =>
      (await fetch('/console/operator/owners')).json(),
    );
    const { name } = owners.find(({ id }: { id: string }) => id === owner.id);
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Owner name').fill('');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await sheet.getByText('Enter a name.').waitFor();
    await sheet.getByLabel('Owner name').fill('Baba Ali');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Name changed.').waitFor();
    await page.getByRole('button', { name: 'Actions for Baba Ali', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete owner' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Baba Ali' });
    assert.match(await dialog.locator('dl').innerText(), /Sites\s+1\s+Resources\s+0\s/);
    const remove = dialog.getByRole('button', { name: 'Delete owner' });
    await dialog.getByRole('textbox').fill('Baba');
    assert.equal(await remove.getAttribute('aria-disabled'), 'true');
    await dialog.getByRole('textbox').fill('Baba Ali');
    await remove.click();
    await page.getByText('Baba Ali deleted.').waitFor();
    await page.getByRole('button', { name: 'Actions for Baba Ali', exact: true }).waitFor({
      state: 'detached',
    });
    const own = page.getByRole('listitem').filter({ hasText: 'You' });
    await own.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
    assert.equal(await page.getByRole('menuitem', { name: 'Delete owner' }).count(), 0);
  });

  test('a plan is added, changed and removed, removal can be undone, and invalid limits are marked', async () => {
    const { page, go } = await fixture.openSignedIn('#/operator/plans', { isOperator: true });
    await page.getByRole('button', { name: 'Add plan' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Plan name').fill('Gold');
    await sheet.getByLabel('Monthly questions').fill('many');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await sheet.getByText('Use only lowercase letters').waitFor();
    await sheet.getByText('Enter a whole number from 0 to').waitFor();
    await sheet.getByLabel('Plan name').fill('gold');
    await sheet.getByLabel('Monthly questions').fill('20,000');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Plan gold saved.').waitFor();
    const card = page.locator('.card').filter({ has: page.getByRole('heading', { name: 'gold' }) });
    await card.getByText('20,000').waitFor();
    await card.getByRole('button', { name: 'Actions for gold' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await sheet.getByLabel('Monthly questions').fill('');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await card.getByText('20,000').waitFor({ state: 'detached' });
    const other = await fixture.owner.newSite({}, 'golden');
    await fixture.server.console.operator?.run('sites plan', { id: other.id, plan: 'gold' });
    await go('/operator/sites');
    await go('/operator/plans');
    await card.getByText('1 site').waitFor();
    await card.getByRole('button', { name: 'Actions for gold' }).click();
    await page.getByRole('menuitem', { name: 'Remove plan' }).click();
    await sheet.getByText('Sites with this plan: 1.').waitFor();
    await sheet.getByRole('link', { name: 'All sites' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sites' }).waitFor();
    await fixture.server.console.operator?.run('sites plan', { id: other.id, plan: 'free' });
    await go('/operator/plans');
    await card.getByText('0 sites').waitFor();
    await card.getByRole('button', { name: 'Actions for gold' }).click();
    await page.getByRole('menuitem', { name: 'Remove plan' }).click();
    await page.getByText('Plan gold removed.').waitFor();
    await card.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await card.waitFor();
  });

  test('a schedule is set; backups are verified and downloaded, and show the command to restore', async () => {
    const { page } = await fixture.openSignedIn('#/operator/backups', {
      isOperator: true,
      options: { timezoneId: 'Africa/Nairobi' },
    });
    await page.getByRole('button', { name: 'Set schedule' }).click();
    const sheet = page.getByRole('dialog', { name: 'Schedule' });
    // The browser's own field for times would show AM and PM in some languages.
    assert.equal(await sheet.getByLabel('Time').getAttribute('type'), 'text');
    await sheet.getByLabel('Time').fill('25:00');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await sheet.getByText('Enter a time such as 02:30.').waitFor();
    await sheet.getByLabel('Time').fill('3.15');
    await sheet.getByLabel('How many to keep').fill('0');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await sheet.getByText('Enter a whole number from 1 to 365.').waitFor();
    await sheet.getByLabel('How many to keep').fill('9');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Every day at 03:15 (Africa/Nairobi)').waitFor();
    const listed = page.getByRole('button', { name: /^Actions for/ });
    const listedBefore = await listed.count();
    await page.getByRole('button', { name: 'Back up now' }).click();
    await listed.nth(listedBefore).waitFor();
    await page.getByText('not verified').first().waitFor();
    const actions = listed.first();
    await actions.click();
    await page.getByRole('menuitem', { name: 'Verify' }).click();
    await page.getByText(/verified .*: intact/).waitFor();
    await actions.click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download' }).click(),
    ]);
    const { folder } = fixture.server.siteServer.platformServer.installation.paths;
    const file = path.join(folder, 'backups', download.suggestedFilename());
    assert.ok(readFileSync(await download.path()).equals(readFileSync(file)));
    await actions.click();
    await page.getByRole('menuitem', { name: 'How to restore' }).click();
    const command = await page.getByRole('dialog').locator('.copy-shown').textContent();
    assert.ok(command?.endsWith(`restore ${file}`), command ?? '');
  });

  test('users who are not operators see no operator pages', async () => {
    const { page } = await fixture.openSignedIn('#/sites');
    assert.equal(await page.getByRole('link', { name: 'Backups' }).count(), 0);
    await page.evaluate(() => {
      location.hash = '#/operator/owners';
    });
    await page.locator('main h1').filter({ hasNotText: 'Your sites' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Add owner' }).count(), 0);
  });
});
