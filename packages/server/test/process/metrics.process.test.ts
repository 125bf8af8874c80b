import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { createMetrics } from '../../src/http/metrics/metrics.ts';
import type { Engine } from '../../src/store/store.ts';
import { startHere } from '../fixtures/server-here.ts';
import { temporaryFolder } from '../fixtures/server-process.ts';
import { createMigratedDatabase } from '../postgres/server.ts';
import { engines } from '../sockets/requests.ts';
import { openChild, patience } from './test-child.ts';

const root = new URL('../../../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');
const page = 'docs/operating/metrics.md';

interface Family {
  readonly name: string;
  readonly type: string;
  readonly labels: string;
  readonly help: string;
}

for (const engine of engines)
  test(`the page of metrics has every family that is served on ${engine}, as it is served, and no other`, async (t) => {
    const { platform, site } = await scrape(t, engine);
    const both = new Map([...platform, ...site].map((family) => [family.name, family]));
    const rows = [...both.values()].map(({ name, type, labels, help }) => {
      const isOn = (families: readonly Family[]) => families.some((one) => one.name === name);
      const where = isOn(platform) ? (isOn(site) ? 'both' : 'platform') : 'site';
      return `| \`${name}\` | ${type} | ${labels} | ${where} | ${help} |`;
    });
    const listed = read(page)
      .split('\n')
      .filter((line) => /^\| `/.test(line));
    assert.deepEqual(listed.toSorted(), rows.toSorted());
  });

test('the dashboard and the alerts name only metrics that exist, and labels name no site or owner', async (t) => {
  const { platform, site } = await scrape(t);
  const known = new Map([...platform, ...site].map((family) => [family.name, family]));
  for (const file of ['deploy/grafana-dashboard.json', 'deploy/alerts.yaml']) {
    const used = [...read(file).matchAll(/\b(?:baraza|process|nodejs)_[a-z0-9_]+/g)];
    assert.ok(used.length > 5, file);
    for (const [name] of used) {
      const family = known.get(name) ?? known.get(name.replace(/_(?:bucket|sum|count)$/, ''));
      assert.ok(family !== undefined, `${file} names ${name}, which is not served`);
    }
  }
  const labels =
    /^(?:|version, node|method, route, status|code|outcome|result|reason|kind|child|task)$/;
  for (const family of known.values()) assert.match(family.labels, labels, family.name);
});

test('what child processes use is counted by their kind', async (t) => {
  const metrics = createMetrics('test');
  await openChild(t, { kind: 'documents' }).ask({ spinMs: 50 }, patience());
  const text = await metrics.write();
  const readingOf = (name: string, kind: string) =>
    Number(new RegExp(`^${name}\\{child="${kind}"\\} (.+)$`, 'm').exec(text)?.[1]);
  assert.ok(readingOf('baraza_child_cpu_seconds_total', 'documents') > 0.01);
  assert.ok(readingOf('baraza_child_memory_bytes', 'documents') > 10 * 1024 * 1024);
  assert.equal(readingOf('baraza_child_cpu_seconds_total', 'whisper'), 0);
  assert.equal(readingOf('baraza_child_memory_bytes', 'whisper'), 0);
});

const scraped = new Map<Engine, ReturnType<typeof scrapeOnce>>();

function scrape(t: TestContext, engine: Engine = 'sqlite'): ReturnType<typeof scrapeOnce> {
  const known = scraped.get(engine) ?? scrapeOnce(t, engine);
  scraped.set(engine, known);
  return known;
}

async function scrapeOnce(t: TestContext, engine: Engine) {
  const database = engine === 'postgres' ? { DATABASE_URL: await createMigratedDatabase() } : {};
  const server = await startHere(t, temporaryFolder(t), database);
  const texts = [];
  for (const url of [server.url, server.site.url]) {
    // A request and a refusal, so that their families have labels.
    await fetch(`${url}/nowhere`);
    const response = await fetch(`${url}/metrics`);
    assert.equal(response.status, 200);
    texts.push(familiesOf(await response.text()));
  }
  const [platform = [], site = []] = texts;
  return { platform, site };
}

function familiesOf(text: string): readonly Family[] {
  return [...text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\w+)\n(.*)/gm)].map(
    ([, name = '', help = '', type = '', sample = '']) => {
      const inside = /^[^{ ]+\{([^}]*)\}/.exec(sample)?.[1] ?? '';
      const labels = [...inside.matchAll(/(\w+)="/g)].map(([, label]) => label);
      return { name, type, help, labels: labels.filter((label) => label !== 'le').join(', ') };
    },
  );
}
