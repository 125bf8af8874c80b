/** Compares docs/start/limits.md with the limits of the API, the settings and the measured figures. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { GB, KB, limits, MB, siteLimits } from '@baraza/contract';
import { settings } from '../packages/server/src/setup/settings.ts';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const page = read('docs/start/limits.md');
const written = (number: number) => number.toLocaleString('en-US');
const rows = new Map(
  [...page.matchAll(/^\| ([^|]+) \| ([^|]+) \|(?: ([^|]*) \|)?$/gm)].map(
    ([, name = '', value = '', more = '']) => [name, { value, more }],
  ),
);

const records = limits.recordsPerResourceMax;
const ceiling = written(limits.recordsPerResourceCeiling);
const days = limits.activityKeptMs / 86_400_000;
const expected: { readonly [row: string]: string } = {
  'records of a collection': written(records),
  'accounts of a Users resource': written(limits.accountsPerUsersMax),
  'resources of an owner': written(limits.resourcesPerOwnerMax),
  'bytes of an owner (objects, stored responses, deliveries)': `${limits.ownerBytesDefault / GB} GB`,
  'a record, a config': `${limits.recordBytesMax / KB} KB`,
  'a file': `${limits.objectBytesMax / MB} MB`,
  'a JSON body': `${limits.jsonBodyBytesMax / KB} KB`,
  'an import of records': `${limits.importBytesMax / MB} MB`,
  'filters of a list': `${limits.recordWheresMax}, all combined with *and*`,
  'indexes, unique rules, searched fields of a collection': `${limits.recordIndexesMax} each`,
  'references of a collection': written(limits.recordReferencesMax),
  'records deleted or changed with one deletion': written(limits.dependantsMax),
  'calls of a batch (one transaction)': written(limits.batchCallsMax),
  'records of a response': written(limits.pageSizeMax),
  'webhooks of an owner': written(limits.webhooksPerOwnerMax),
  'activity, and events to resume from': `${days} days, ${written(limits.activityKeptPerOwner)} entries of an owner`,
  'sites of an owner': written(siteLimits.sitesPerOwnerMax),
  "entries of a site's profile": written(siteLimits.entriesMax),
  "a site's profile": `${siteLimits.profileBytesMax / MB} MB`,
  'an account of your application, writes': written(limits.userWritesPerMinute),
  'a network without a token, writes': written(limits.anonymousWritesPerMinute),
  'a network in all, writes': written(limits.networkWritesPerMinute),
  'an address, entries of a public form': written(limits.formPostsPerMinute),
  "event streams of an owner's keys": written(limits.eventStreamsPerOwnerMax),
  "event streams of an owner's users and anonymous callers": written(
    limits.keylessStreamsPerOwnerMax,
  ),
  'event streams of a server process': written(limits.eventStreamsMax),
  'connections of a server process': written(limits.connectionsMax),
};

test('every limit on the page is the limit of the code', () => {
  for (const [name, value] of Object.entries(expected))
    assert.equal(rows.get(name)?.value, value, name);
  for (const other of [limits.configBytesMax, limits.promptBytesMax])
    assert.equal(other, limits.recordBytesMax);
  for (const other of [limits.recordUniquesMax, limits.recordSearchFieldsMax])
    assert.equal(other, limits.recordIndexesMax);
  assert.ok(page.includes(`${written(limits.batchBytesMax / KB)} KB`));
});

test('every setting that raises a limit exists, with the default and the ceiling of the page', () => {
  const names = Object.values(settings).map(({ name }) => name);
  for (const [name = ''] of page.matchAll(/\b(?:BARAZA|DATABASE|BLOB)_[A-Z_]+\b/g))
    assert.ok((names as readonly string[]).includes(name), name);
  assert.match(rows.get('records of a collection')?.more ?? '', new RegExp(`up to ${ceiling}`));
  assert.match(
    rows.get('accounts of a Users resource')?.more ?? '',
    new RegExp(`up to ${ceiling}`),
  );
});

test('the figures of one machine are those that were measured', () => {
  const benchmarks = read('docs/benchmarks.md');
  const measured = (row: string) => {
    const cells = benchmarks
      .split('\n')
      .find((line) => line.startsWith(`| ${row} |`))
      ?.split('|');
    return written(Number(Number(cells?.[6]).toPrecision(2)));
  };
  assert.equal(
    rows.get('reads of one record')?.value,
    `about ${measured('get one, with a credential')} a second`,
  );
  assert.equal(rows.get('writes of 1 KB')?.value, `about ${measured('create, 1 KB')} a second`);
  const questions = rows.get('questions that need reading')?.value ?? '';
  const [, rate = ''] = /^\| questions read in a second \|.*\| (\d+ to \d+) \|$/m.exec(
    read('docs/operating/sizing.md'),
  ) ?? ['', '?'];
  assert.equal(questions, `${rate} a second`);
  assert.ok(read('docs/operating/sizing.md').includes('| 230 to 280 |'));
});

test('the comparison has the measured start and memory', () => {
  const cells = (row: string) =>
    read('docs/benchmarks.md')
      .split('\n')
      .find((line) => line.startsWith(`| ${row}`))
      ?.split('|')
      .map((cell) => cell.trim()) ?? [];
  const [, , start = '', , otherStart] = cells('second start');
  const [, , memory, , otherMemory] = cells('resident memory');
  const seconds = (Number.parseInt(start ?? '', 10) / 1_000).toFixed(1);
  const others = `a start in ${otherStart} and ${otherMemory} of memory`;
  const line = `| ${others} | yes | no | [${seconds} s and ${memory}](`;
  assert.ok(read('docs/comparison.md').includes(line), line);
});

test('llms.txt names the same limits', () => {
  const guide = read('llms.txt').replaceAll(/\s+/g, ' ');
  for (const text of [
    `${written(records)} records in a collection unless`,
    `(at most ${ceiling})`,
    `${limits.recordBytesMax / KB} KB a record`,
    `${limits.objectBytesMax / MB} MB a file`,
    `${limits.jsonBodyBytesMax / KB} KB a JSON body`,
    `${limits.recordWheresMax} filters`,
    `${limits.batchCallsMax} calls in a batch`,
    `${limits.userWritesPerMinute} writes a minute for a user`,
  ])
    assert.ok(guide.includes(text), text);
});
