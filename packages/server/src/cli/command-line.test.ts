import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { assertRefused, runCommand } from '../../test/fixtures/command-line.ts';
import { fieldsOf } from '../../test/fixtures/fields-of.ts';
import { temporaryFolder } from '../../test/fixtures/server-process.ts';
import { parseGiven } from './command.ts';
import { commands } from './command-line.ts';

const key = 'key_01jd7m8v3qf2x9a4t6c5b0n8we';

/** Refused before the data folder is opened, so none is made. */
const misspelt: readonly (readonly [string, RegExp])[] = [
  ['fly', /no command fly; there are serve, /],
  ['--fly', /no command --fly/],
  ['keys', /no command keys; there are keys create, keys list, keys rotate, keys revoke\./],
  ['keys fly', /no command keys fly; there are keys create/],
  [
    'owners --json',
    /no command owners; there are owners create, owners list, owners rename, .*owners delete\./,
  ],
  ['serve --only', /serve .*--only/],
  ['serve --only nothing', /--only must be platform.*, not nothing\./],
  ['serve --port 80', /Unknown option '--port'/],
  ['serve now', /does not take now/],
  ['keys create', /needs --owner/],
  ['keys create --owner= --name n --scopes data', /needs --owner/],
  ['keys create --owner local --name n', /needs --scopes/],
  ['keys create --owner local --name n --scopes data --expires soon', /--expires .*not soon/],
  ['keys create --owner local --name n --scopes data --expires=-1d', /not -1d/],
  ['keys create --owner local --name n --scopes data --expires 0d', /not 0d/],
  ['keys create --owner local --name n --scopes data --expires 9999999d', /not 9999999d/],
  ['keys create --json=yes --owner local --name n --scopes data', /'--json' does not take/],
  ['keys list --scopes data', /Unknown option '--scopes'/],
  ['keys rotate', /needs KEY/],
  [`keys rotate ${key} --grace later`, /--grace .*not later/],
  [`keys rotate ${key} ${key}`, /does not take/],
  [`keys revoke --force ${key}`, /Unknown option '--force'/],
  ['owners create', /needs --name/],
  [
    'sites',
    /there are sites create, sites list, sites plan, sites pause, sites resume, sites export, sites import, /,
  ],
  ['sites create duka other --owner local', /does not take other/],
  ['sites plan duka', /needs --plan/],
  ['sites plan duka free extra', /does not take extra/],
  ['doctor --verbose', /Unknown option '--verbose'/],
];

/** Refused by what the store has or lacks. */
const impossible: readonly (readonly [readonly string[], RegExp])[] = [
  [['keys', 'list', '--owner', 'nobody'], /no owner nobody; see owners list/],
  [['keys', 'create', '--owner', 'local', '--name', 'n', '--scopes', 'all'], /scopes must be some/],
  [['keys', 'create', '--owner', 'local', '--name', 'n', '--scopes', 'data:write'], /data:read/],
  [['keys', 'create', '--owner', 'local', '--name', ' ', '--scopes', 'data'], /name must /],
  [
    ['keys', 'create', '--owner', 'local', '--name', 'n'.repeat(201), '--scopes', 'data'],
    /name must have .*200/,
  ],
  [['keys', 'rotate', key], /no key key_01jd.*; see keys list/],
  [['keys', 'revoke', '--', '-x'], /no key -x/],
  [['owners', 'create', '--name', 'local'], /an owner called local already/],
  [['sites', 'create', 'duka', '--owner', 'nobody'], /no owner nobody/],
  [['sites', 'create', 'Duka', '--owner', 'local'], /id must be 3 to 40/],
  [
    ['sites', 'create', 'duka', '--owner', 'local', '--plan', 'gold'],
    /one of local, free.*not gold/,
  ],
  [
    ['plans', 'set', 'gold', '--questions', 'many'],
    /--questions must be a whole number or unlimited/,
  ],
  [['plans', 'set', 'Gold'], /lower-case letters/],
  [['plans', 'remove', 'gold'], /no plan gold/],
  [['plans', 'remove', 'free'], /free is built in/],
  [['sites', 'plan', 'absent', 'free'], /no site absent; see sites list/],
  [['owners', 'key', '--owner', 'a\nb'], /no owner a b/],
];

describe('a command line', () => {
  const folder = temporaryFolder({ after });
  before(() => runCommand(['owners', 'create', '--name', 'local'], { BARAZA_DATA: folder }));

  test('with wrong words is refused in one sentence, and makes no data folder', async () => {
    const absent = path.join(folder, 'absent');
    for (const [line, has] of misspelt)
      assertRefused(await runCommand(line.split(' '), { BARAZA_DATA: absent }), has);
    assert.equal(existsSync(absent), false);
  });

  test('sets plans that later commands know, and removes them', async () => {
    const run = async (...words: string[]) => {
      const { code, out, err } = await runCommand([...words, '--json'], { BARAZA_DATA: folder });
      assert.deepEqual([code, err], [0, []]);
      return JSON.parse(out.join(''));
    };
    const set = ['plans', 'set', 'gold', '--questions', '5', '--voice', 'unlimited'];
    assert.equal((await run(...set)).rates.leads, 5);
    await run('plans', 'set', 'gold', '--leads', 'unlimited', '--live-sessions', '2');
    const { questions, live_sessions, rates } = (await run('plans', 'list')).find(
      ({ name }: { name: string }) => name === 'gold',
    );
    assert.deepEqual([questions, live_sessions, rates.leads], [5, 2, null]);
    const lines = (await runCommand(['plans', 'list'], { BARAZA_DATA: folder })).out.join('\n');
    assert.match(lines, /gold\s+own\s+0\s+5\s+unlimited/);
    const asDefault = { BARAZA_DATA: folder, BARAZA_PLAN: 'gold' };
    assertRefused(await runCommand(['plans', 'remove', 'gold'], asDefault), /New sites get gold/);
    const site = ['sites', 'create', 'dhahabu', '--owner', 'local'];
    assert.equal((await runCommand(site, asDefault)).code, 0);
    const used = await runCommand(['plans', 'remove', 'gold'], { BARAZA_DATA: folder });
    assertRefused(used, /1 site has the plan gold/);
    await run('sites', 'delete', 'dhahabu', '--yes');
    assert.equal((await run('plans', 'remove', 'gold')).removed, true);
    const unknown = await runCommand(['owners', 'list'], asDefault);
    assertRefused(unknown, /BARAZA_PLAN must be one of local, .*, not "gold"/);
  });

  test('prints a link that signs an operator in', async () => {
    const words = ['owners', 'invite', 'local', '--operator', '--json'];
    const { code, out, err } = await runCommand(words, { BARAZA_DATA: folder });
    assert.deepEqual([code, err], [0, []]);
    assert.match(JSON.parse(out.join('')).url, /^https?:\/\/\S+#\/enter\/\S{20}/);
  });

  test('with a database that cannot be reached is refused without its password', async () => {
    const refused = await runCommand(['keys', 'list'], {
      BARAZA_DATA: folder,
      DATABASE_URL: 'postgres://u:hush@127.0.0.1:1/none',
    });
    assertRefused(refused, /PostgreSQL|database/);
    assert.doesNotMatch(refused.err.join(), /hush/);
  });

  test('with names that the store does not have is refused in one sentence', async () => {
    for (const [words, has] of impossible)
      assertRefused(await runCommand(words, { BARAZA_DATA: folder }), has);
  });
});

describe('help', () => {
  test('of a command shows its usage and an example', async () => {
    for (const { name } of commands)
      for (const word of ['--help', '-h']) {
        const { code, out, err } = await runCommand([...name.split(' '), word]);
        assert.deepEqual([code, err], [0, []]);
        const usage = new RegExp(`^Usage: baraza ${name}.*\\n^Example: .*baraza ${name}`, 'm');
        assert.match(out.join('\n'), usage);
      }
  });

  test('has examples that its commands take', () => {
    for (const command of commands) {
      const [, own = ''] = command.example.split(`baraza ${command.name}`);
      const words = [...own.matchAll(/"([^"]*)"|'([^']*)'|([^\s"'|>]+)/g)].map(
        ([, double, single, plain]) => double ?? single ?? plain ?? '',
      );
      assert.doesNotThrow(() => parseGiven(command, words), command.example);
    }
  });

  test('of a family of commands shows each', async () => {
    const { code, out } = await runCommand(['keys', '--help']);
    assert.equal(code, 0);
    for (const name of ['create', 'list', 'rotate', 'revoke'])
      assert.ok(out.some((line) => line.startsWith(`Usage: baraza keys ${name}`)));
  });

  test('lists every command with an example', async () => {
    for (const words of [['--help'], ['-h'], ['help']]) {
      const { code, out } = await runCommand(words);
      assert.equal(code, 0);
      for (const { name } of commands) assert.ok(out.some((line) => line.startsWith(`  ${name}`)));
      assert.match(out.join('\n'), /^Example: baraza /m);
    }
  });

  test('shows the summaries in one column', async () => {
    const { out } = await runCommand(['--help']);
    const columns = commands.map(({ name, summary }) => {
      const line = out.find((one) => one.startsWith(`  ${name} `) && one.endsWith(` ${summary}`));
      return line?.length === undefined ? undefined : line.length - summary.length;
    });
    assert.equal(new Set(columns).size, 1, out.join('\n'));
    assert.notEqual(columns[0], undefined);
  });

  test('is shown without a command too, which fails', async () => {
    assert.deepEqual(await runCommand([]), { ...(await runCommand(['--help'])), code: 1 });
  });

  test('--version is one line', async () => {
    const { code, out } = await runCommand(['--version']);
    assert.equal(code, 0);
    // A checkout knows its commit.
    const isCheckout = existsSync(path.join(import.meta.dirname, '../../../../.git'));
    const expected = isCheckout ? /^\d+\.\d+\.\d+ \([0-9a-f]{12}\)$/ : /^\d+\.\d+\.\d+$/;
    assert.match(out.join('\n'), expected);
  });
});

describe('--json', () => {
  const folder = temporaryFolder({ after });

  const ask = async (...words: string[]) => {
    const { code, out, err } = await runCommand([...words, '--json'], { BARAZA_DATA: folder });
    assert.deepEqual([code, err, out.length], [0, [], 1], [...out, ...err].join('\n'));
    return JSON.parse(out[0] ?? '');
  };

  test('each command prints one value of the promised shape, and nothing else', async () => {
    const owner = await ask('owners', 'create', '--name', 'Asha');
    assert.deepEqual(Object.keys(owner), ['id', 'name']);
    assert.match(owner.id, /^own_[0-9a-z]{26}$/);

    const credential = await ask('owners', 'key', '--owner', 'Asha');
    assert.deepEqual(Object.keys(credential), ['id', 'key']);
    assert.match(credential.key, /^osk_/);

    const scopes = ['data:read', 'storage'];
    const create = ['keys', 'create', '--owner', owner.id, '--name', 'n', '--scopes'];
    const issued = await ask(...create, scopes.join(','), '--expires', '90d');
    assert.deepEqual(Object.keys(issued), ['id', 'key', 'owner', 'scopes', 'expiresAt']);
    assert.match(issued.key, /^rpk_/);
    assert.deepEqual([issued.owner, issued.scopes], [owner.id, scopes]);
    const days = (Date.parse(issued.expiresAt) - Date.now()) / 86_400_000;
    assert.ok(days > 89.9 && days <= 90);
    assert.equal((await ask(...create, 'data', '--expires', 'never')).expiresAt, null);

    const rotated = await ask('keys', 'rotate', issued.id, '--grace', '1h');
    assert.deepEqual(Object.keys(rotated), Object.keys(issued));
    assert.notEqual(rotated.key, issued.key);
    const revoked = await ask('keys', 'revoke', rotated.id);
    assert.equal(revoked.id, rotated.id);
    assert.match(revoked.revokedAt, /^\d{4}-/);

    const site = await ask('sites', 'create', 'duka-la-asha', '--owner', 'Asha', '--plan', 'free');
    assert.deepEqual(Object.keys(site), ['id', 'key', 'plan']);
    assert.match(site.key, /^pk_[0-9A-Za-z]{22}$/);
    assert.deepEqual([site.id, site.plan], ['duka-la-asha', 'free']);
    assert.equal((await ask('sites', 'create', 'duka-mbili', '--owner', owner.id)).plan, 'local');
    for (const words of [['basic'], ['--plan', 'basic']])
      assert.deepEqual(await ask('sites', 'plan', site.id, ...words), {
        id: site.id,
        plan: 'basic',
      });
    assert.deepEqual(await ask('sites', 'pause', site.id), { id: site.id, status: 'paused' });
    const sites = await ask('sites', 'list', '--owner', 'Asha');
    assert.deepEqual(fieldsOf(sites, 'id', 'status', 'plan'), [
      ['duka-la-asha', 'paused', 'basic'],
      ['duka-mbili', 'active', 'local'],
    ]);
    assert.deepEqual(await ask('sites', 'resume', site.id), { id: site.id, status: 'active' });

    const keys = await ask('keys', 'list', '--owner', 'Asha');
    assert.ok(Array.isArray(keys) && keys.length === 4);
    assert.ok(!JSON.stringify(keys).includes(issued.key), 'a listing never shows a key');
    const owners = await ask('owners', 'list');
    assert.deepEqual([owners.length, owners[0].name], [1, 'Asha']);
    assert.ok(Array.isArray(await ask('doctor')));
  });
});
