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

/** The values of series, one per minute, in the notation of promtool: `0+60x20` rises by 60 twenty times. */
type Values = { readonly [series: string]: string };

/** The values of one series of an instance with a label of each of these. */
const series = (name: string, label: string, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([of, each]) => [`${name}{${onSite},${label}="${of}"}`, each]),
  );
const onSite = 'job="baraza-site",instance="a"';
const asks = (values: Values) => series('baraza_asks_total', 'outcome', values);
const refusals = (values: Values) => series('baraza_http_refusals_total', 'code', values);
const questions = (values: Values) => series('baraza_engine_questions_total', 'result', values);
const memory = (values: Values) => series('baraza_child_memory_bytes', 'child', values);
const full = (values: Values) => series('baraza_http_connections_full_total', 'outcome', values);
const one = (name: string, values: string): Values => ({ [`${name}{${onSite}}`]: values });

const cases: { readonly [alert: string]: { readonly fires: Values; readonly silent: Values } } = {
  BarazaDown: { fires: one('up', '1 1 0x30'), silent: one('up', '1 0 1 0 1x30') },
  // Five minutes without the database, at one request per minute: a rate of refusals would not show that.
  BarazaStoreDown: {
    fires: { ...one('baraza_store_up', '1x24 0x6'), ...refusals({ unavailable: '0x24 0+1x6' }) },
    silent: one('baraza_store_up', '1x28 0 1'),
  },
  BarazaObjectsDown: {
    fires: one('baraza_objects_up', '1x24 0x6'),
    silent: one('baraza_objects_up', '1x28 0 1'),
  },
  BarazaRefusesWork: {
    fires: refusals({ busy: '0+60x30' }),
    silent: refusals({ busy: '0+20x30', not_found: '0+600x30' }),
  },
  BarazaAsksFail: {
    fires: asks({ answered: '0+90x30', failed: '0+10x30' }),
    silent: asks({ answered: '0+98x30', failed: '0+2x30' }),
  },
  BarazaQuestionsBusy: {
    fires: questions({ read: '0+95x30', busy: '0+5x30' }),
    silent: questions({ read: '0+1000x30', busy: '0+5x30' }),
  },
  BarazaEngineFails: {
    fires: questions({ failed: '0+1x30' }),
    silent: questions({ failed: '0x15 1x15' }),
  },
  BarazaChildMemory: {
    fires: memory({ engine: '700000000x30' }),
    silent: memory({ engine: '500000000x30', whisper: '900000000x30' }),
  },
  BarazaStoreSlow: {
    fires: one('baraza_store_waiting', '80x30'),
    silent: one('baraza_store_waiting', '80 0x29'),
  },
  BarazaLoopBlocked: {
    fires: one('nodejs_eventloop_delay_p99_seconds', '0.8x30'),
    silent: one('nodejs_eventloop_delay_p99_seconds', '0.1x30'),
  },
  BarazaDiskLow: {
    fires: {
      ...one('baraza_data_disk_free_bytes', '1000000000x30'),
      ...one('baraza_data_disk_reserve_bytes', '600000000x30'),
    },
    silent: {
      ...one('baraza_data_disk_free_bytes', '1000000000x30'),
      ...one('baraza_data_disk_reserve_bytes', '400000000x30'),
    },
  },
  // Time starts at 0 here. One backup is three days older than that, the other one is at 0.
  BarazaBackupOld: {
    fires: one('baraza_backup_last_timestamp_seconds', '-259200x30'),
    silent: one('baraza_backup_last_timestamp_seconds', '0x30'),
  },
  BarazaDeliveriesWait: {
    fires: one('baraza_deliveries_waiting', '2000x30'),
    silent: one('baraza_deliveries_waiting', '2000x10 0x20'),
  },
  BarazaJobFails: {
    fires: series('baraza_job_failures_total', 'task', { retention: '0+1x30' }),
    silent: series('baraza_job_failures_total', 'task', { retention: '0x20 1x10' }),
  },
  BarazaConnectionsFull: {
    fires: full({ refused: '0+3x30' }),
    silent: full({ displaced: '0+3x30' }),
  },
};

const minutes = 30;

function testOf(alert: string, input: Values, firing: number) {
  return {
    interval: '1m',
    input_series: Object.entries(input).map(([series, values]) => ({ series, values })),
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
    assert.deepEqual(names.toSorted(), Object.keys(cases).toSorted());
  });

  test('each fires when it should, and only then', { skip: needsPromtool }, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'baraza-alerts-'));
    try {
      const file = path.join(folder, 'tests.json');
      const tests = Object.entries(cases).flatMap(([alert, { fires, silent }]) => [
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
