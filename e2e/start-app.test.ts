/** Builds and uses the app of docs/start/app.md: every block of the page, unchanged, in an empty folder. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createPlatformClient } from '@baraza/client';
import { packLocally } from '../packages/create-baraza/test/local-packages.ts';
import { scopeOfSuite, temporaryFolder } from '../packages/server/test/fixtures/server-process.ts';
import { browserOfSuite, noBrowser } from './browser.ts';
import { blocksOf } from './document-blocks.ts';

const document = 'docs/start/app.md';
const run = promisify(execFile);
const binaries = fileURLToPath(new URL('../node_modules/.bin', import.meta.url));
const shots = process.env.BARAZA_SHOTS;
const env = {
  ...process.env,
  PATH: `${binaries}${path.delimiter}${process.env.PATH}`,
  ...{ npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' },
};
// A picture of one pixel.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Settings {
  readonly baseUrl: string;
  readonly users: string;
  readonly reports: string;
}

describe('the app of docs/start/app.md', { skip: noBrowser }, () => {
  const browser = browserOfSuite();
  const scope = scopeOfSuite();
  const [makeFolder = '', start = '', setUp = '', serve = '', tryRules = ''] = blocksOf(
    document,
    'sh',
  );
  let parent: string;
  let app: string;
  let url: string;

  const shell = async (lines: string, cwd: string) =>
    (await run('bash', ['-e', '-c', lines], { cwd, env })).stdout;

  before(async () => {
    parent = temporaryFolder(scope, 'baraza-app-');
    app = path.join(parent, 'mtaa-fix');
    const packages = path.join(parent, 'dist');
    mkdirSync(packages);
    packLocally(packages);

    await shell(makeFolder, parent);
    await startServer();
    for (const language of ['js', 'html'])
      for (const block of blocksOf(document, language)) {
        const [, name = ''] = /^(?:\/\/|<!--) (\S+)/.exec(block) ?? [];
        writeFileSync(path.join(app, name), block);
      }
    assert.match(await shell(setUp, app), /^Ready\. Staff sign in as staff@town\.example$/m);

    assert.equal(serve, 'node server.js\n');
    const child = spawn('node', ['server.js'], { cwd: app, env: { ...env, PORT: '0' } });
    scope.after(() => void child.kill());
    const [line] = await once(child.stdout, 'data');
    url = String(line).trim();
  });

  /** Starts Baraza as the page says, on free ports. */
  const startServer = async () => {
    const child = spawn('bash', ['-e', '-c', start], {
      cwd: app,
      env: { ...env, BARAZA_PLATFORM_PORT: '0', BARAZA_SITE_PORT: '0', BARAZA_LOG: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    for await (const line of createInterface({ input: child.stdout })) if (line === 'ready') break;
    const { pid } = JSON.parse(readFileSync(path.join(app, 'data/run.json'), 'utf8'));
    scope.after(async () => {
      process.kill(pid, 'SIGTERM');
      await ended;
    });
    child.stdout.resume();
  };

  const open = async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(url);
    await page.waitForSelector('#entry:not([hidden])');
    return { page, faults };
  };
  const enter = async (
    page: Awaited<ReturnType<typeof open>>['page'],
    email: string,
    how: string,
  ) => {
    await page.fill('[name=email]', email);
    await page.fill('[name=password]', 'a-long-password');
    await page.click(`#entry button${how}`);
  };

  test('a resident reports with a photo, a visitor sees it at once, and staff mark it as fixed', async () => {
    const visitor = await open();
    const resident = await open();
    const staff = await open();
    await enter(resident.page, 'asha@example.org', '[value=new]');
    await resident.page.fill('[name=place]', 'Kibra');
    await resident.page.fill('[name=text]', '<b>A hole</b> in the road');
    const photo = { name: 'hole.png', mimeType: 'image/png', buffer: png };
    await resident.page.setInputFiles('[name=photo]', photo);
    await resident.page.click('#report button:not([type])');
    await visitor.page.waitForSelector('li.open img');
    assert.match(
      (await visitor.page.textContent('li')) ?? '',
      /Kibra: <b>A hole<\/b> in the road \(open\)/,
    );
    await visitor.page.waitForFunction('document.querySelector("li img").naturalWidth === 1');
    assert.equal(await resident.page.locator('li button').count(), 0);

    await enter(staff.page, 'staff@town.example', ':not([value])');
    await staff.page.click('li button');
    for (const { page } of [visitor, resident, staff]) await page.waitForSelector('li.fixed');
    if (shots !== undefined) await resident.page.screenshot({ path: `${shots}/app.png` });
    for (const { faults } of [visitor, resident, staff]) assert.deepEqual(faults, []);
  });

  test('a refused report shows its sentence, and an account that exists cannot be made again', async () => {
    const { page, faults } = await open();
    await enter(page, 'asha@example.org', '[value=new]');
    await page.waitForFunction('document.getElementById("message").textContent !== ""');
    assert.match((await page.textContent('#message')) ?? '', /account/);
    await enter(page, 'asha@example.org', ':not([value])');
    await page.waitForSelector('#report:not([hidden])');
    await page.fill('[name=place]', 'Kibra');
    await page.fill('[name=text]', 'The lamp is broken');
    const note = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') };
    await page.setInputFiles('[name=photo]', note);
    await page.click('#report button:not([type])');
    await page.waitForFunction('document.getElementById("message").textContent !== ""');
    assert.match((await page.textContent('#message')) ?? '', /rule/);
    assert.deepEqual(faults, []);
  });

  test('a resident can neither mark a problem as fixed nor write in the name of another', async () => {
    const settings = (await (await fetch(`${url}/settings.json`)).json()) as Settings;
    const client = createPlatformClient({ baseUrl: settings.baseUrl });
    const account = { email: 'juma@example.org', password: 'a-long-password' };
    const { user } = await client.users(settings.users).signUp(account);
    const reports = client.resources.collection(settings.reports);
    const report = { text: 'A pipe leaks', place: 'Kibra', state: 'open' };
    const { recordId } = await reports.create({ ...report, owner: user.id });
    await assert.rejects(reports.patch(recordId, { state: 'fixed' }), { status: 404 });
    const forged = { ...report, owner: 'rec_00000000000000000000000000' };
    await assert.rejects(reports.create(forged), { status: 403 });
    await reports.delete(recordId);
  });

  test('the two calls that try the rules are refused as the page says', async () => {
    const [stranger = '', eve = ''] = (await shell(tryRules, app)).split(/(?<=\})(?=\{)/);
    assert.match(stranger, /"code":"scope"/);
    assert.match(eve, /role.*"code":"invalid"/);
  });
});
