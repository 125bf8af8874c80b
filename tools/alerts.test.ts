/** Tests with promtool that each alert of `deploy/alerts.yaml` fires when it should and not otherwise. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';

const rules = path.join(import.meta.dirname, '..', 'deploy', 'alerts.yaml');
const run = promisify(execFile);
const needsPromtool =
  spawnSync('promtool', ['--version']).error === undefined
    ? false
    : 'promtool is not installed: apt-get install -y prometheus';

/** The values of a series, one per minute, in the notation of promtool: `0+60x20` rises by 60 twenty times. */
type Series = { readonly [name: string]: string };

interface AlertCase {
  readonly alert: string;
  readonly fires: Series;
  readonly silent: Series;
}

const onSite = 'job="baraza-site",instance="a"';

const cases: readonly AlertCase[] = [
  {
    alert: 'BarazaDown',
    fires: { [`up{${onSite}}`]: '1 1 0x30' },
    silent: { [`up{${onSite}}`]: '1 0 1 0 1x30' },
  },
  {
    // Five minutes without the database, at one request per minute: a rate of refusals would not show that.
    alert: 'BarazaStoreDown',
    fires: {
      [`baraza_store_up{${onSite}}`]: '1x24 0x6',
      [`baraza_http_refusals_total{${onSite},code="unavailable"}`]: '0x24 0+1x6',
    },
    silent: { [`baraza_store_up{${onSite}}`]: '1x28 0 1' },
  },
  {
    alert: 'BarazaObjectsDown',
    fires: { [`baraza_objects_up{${onSite}}`]: '1x24 0x6' },
    silent: { [`baraza_objects_up{${onSite}}`]: '1x28 0 1' },
  },
  {
    alert: 'BarazaRefusesWork',
    fires: { [`baraza_http_refusals_total{${onSite},code="busy"}`]: '0+60x30' },
    silent: {
      [`baraza_http_refusals_total{${onSite},code="busy"}`]: '0+20x30',
      [`baraza_http_refusals_total{${onSite},code="not_found"}`]: '0+600x30',
    },
  },
  {
    alert: 'BarazaAsksFail',
    fires: {
      [`baraza_asks_total{${onSite},outcome="answered"}`]: '0+90x30',
      [`baraza_asks_total{${onSite},outcome="failed"}`]: '0+10x30',
    },
    silent: {
      [`baraza_asks_total{${onSite},outcome="answered"}`]: '0+98x30',
      [`baraza_asks_total{${onSite},outcome="failed"}`]: '0+2x30',
    },
  },
  {
    alert: 'BarazaQuestionsBusy',
    fires: {
      [`baraza_engine_questions_total{${onSite},result="read"}`]: '0+95x30',
      [`baraza_engine_questions_total{${onSite},result="busy"}`]: '0+5x30',
    },
    silent: {
      [`baraza_engine_questions_total{${onSite},result="read"}`]: '0+1000x30',
      [`baraza_engine_questions_total{${onSite},result="busy"}`]: '0+5x30',
    },
  },
  {
    alert: 'BarazaEngineFails',
    fires: { [`baraza_engine_questions_total{${onSite},result="failed"}`]: '0+1x30' },
    silent: { [`baraza_engine_questions_total{${onSite},result="failed"}`]: '0x15 1x15' },
  },
  {
    alert: 'BarazaChildMemory',
    fires: { [`baraza_child_memory_bytes{${onSite},child="engine"}`]: '700000000x30' },
    silent: {
      [`baraza_child_memory_bytes{${onSite},child="engine"}`]: '500000000x30',
      [`baraza_child_memory_bytes{${onSite},child="whisper"}`]: '900000000x30',
    },
  },
  {
    alert: 'BarazaStoreSlow',
    fires: { [`baraza_store_waiting{${onSite}}`]: '80x30' },
    silent: { [`baraza_store_waiting{${onSite}}`]: '80 0x29' },
  },
  {
    alert: 'BarazaLoopBlocked',
    fires: { [`nodejs_eventloop_delay_p99_seconds{${onSite}}`]: '0.8x30' },
    silent: { [`nodejs_eventloop_delay_p99_seconds{${onSite}}`]: '0.1x30' },
  },
  {
    alert: 'BarazaDiskLow',
    fires: { [`baraza_data_disk_free_bytes{${onSite}}`]: '1000000000x30' },
    silent: { [`baraza_data_disk_free_bytes{${onSite}}`]: '9000000000x30' },
  },
  {
    // Time starts at 0 here. One backup is three days older than that, the other one is at 0.
    alert: 'BarazaBackupOld',
    fires: { [`baraza_backup_last_timestamp_seconds{${onSite}}`]: '-259200x30' },
    silent: { [`baraza_backup_last_timestamp_seconds{${onSite}}`]: '0x30' },
  },
  {
    alert: 'BarazaDeliveriesWait',
    fires: { [`baraza_deliveries_waiting{${onSite}}`]: '2000x30' },
    silent: { [`baraza_deliveries_waiting{${onSite}}`]: '2000x10 0x20' },
  },
  {
    alert: 'BarazaConnectionsFull',
    fires: { [`baraza_http_connections_full_total{${onSite},outcome="refused"}`]: '0+3x30' },
    silent: { [`baraza_http_connections_full_total{${onSite},outcome="displaced"}`]: '0+3x30' },
  },
];

const minutes = 30;

function testOf(alert: string, series: Series, firing: number) {
  return {
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
        eval_time: `${minutes}m`,
        exp_samples: [{ labels: '{}', value: firing }],
      },
    ],
  };
}

describe('the alerts', () => {
  test('each has a test case', () => {
    const names = [...readFileSync(rules, 'utf8').matchAll(/alert: (\w+)/g)].map(
      ([, name]) => name,
    );
    assert.deepEqual(names.toSorted(), cases.map(({ alert }) => alert).toSorted());
  });

  test('each fires when it should, and only then', { skip: needsPromtool }, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'baraza-alerts-'));
    try {
      const file = path.join(folder, 'tests.json');
      const tests = cases.flatMap(({ alert, fires, silent }) => [
        testOf(alert, fires, 1),
        testOf(alert, silent, 0),
      ]);
      writeFileSync(
        file,
        JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }),
      );
      await run('promtool', ['test', 'rules', file]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
