/** Metrics of what both services of a process share: its disk, its store, its outboxes. */
import type { Sender } from '../delivery/sender.ts';
import type { Engine } from '../engine/engine.ts';
import type { Metrics } from '../http/metrics/metrics.ts';
import type { Check } from '../kernel/check.ts';
import type { DiskRoom } from '../kernel/disk/disk-room.ts';
import type { Log } from '../kernel/log.ts';
import { race } from '../kernel/race.ts';
import { countWaiting, type ItemKind } from '../store/outbox.ts';
import { readLastBackup } from '../store/processes/installation.ts';
import type { Store } from '../store/store.ts';
import type { Health } from './health.ts';
import type { Jobs } from './jobs.ts';

interface Measured {
  readonly disk: Pick<DiskRoom, 'figures'>;
  readonly store: Store;
  readonly log: Log;
  readonly engine: Engine;
  readonly health: Health;
  readonly sender: Pick<Sender, 'counts'>;
  /** What the service sends. */
  readonly kinds: readonly ItemKind[];
  readonly jobs: Pick<Jobs, 'failures'>;
}

const readMs = 1_000;

export function measureProcess(
  metrics: Metrics,
  { disk, store, log, engine, health, sender, kinds, jobs }: Measured,
  limitMs = readMs,
): void {
  metrics.counter(
    'baraza_engine_questions_total',
    'Questions that needed reading: read, answered from the cache of readings, refused as busy, failed.',
    'result',
    engine.measures.results,
  );
  metrics.gauge(
    'baraza_engine_waiting',
    'Questions that wait for an engine.',
    engine.measures.waitingCount,
  );
  metrics.histogram(
    'baraza_engine_wait_seconds',
    'How long questions waited for an engine.',
    engine.measures.waits,
  );
  metrics.gauge(
    'baraza_data_disk_free_bytes',
    'Free space on the disk of the data folder.',
    () => disk.figures().freeBytes,
  );
  metrics.gauge(
    'baraza_data_disk_reserve_bytes',
    'What stays free there: below it uploads, imports and backups are refused, below half of it all but deletions.',
    () => disk.figures().reserveBytes,
  );
  metrics.gauge(
    'baraza_backup_last_timestamp_seconds',
    'When the last backup was taken, by any process or command; 0 before the first.',
    lastKnown(() => backupSeconds(store), limitMs, log),
  );
  metrics.gauge('baraza_store_up', 'Whether the database accepts writes: 1 or 0.', () =>
    isUp(health.store),
  );
  metrics.gauge('baraza_objects_up', 'Whether the object store accepts writes: 1 or 0.', () =>
    isUp(health.objects),
  );
  metrics.gauge(
    'baraza_store_busy',
    'Jobs that have a connection to the database.',
    () => store.load().busy,
  );
  metrics.gauge(
    'baraza_store_waiting',
    'Jobs that wait for a connection, or for their commit.',
    () => store.load().waiting,
  );
  metrics.counter(
    'baraza_deliveries_total',
    'Attempts to send what is in the outbox, by outcome.',
    'outcome',
    () => sender.counts(kinds),
  );
  metrics.counter(
    'baraza_job_failures_total',
    'Periodic jobs of this process that failed, by task.',
    'task',
    jobs.failures,
  );
  metrics.gauge(
    'baraza_deliveries_waiting',
    'What waits in the outbox, of all processes.',
    lastKnown(() => countWaiting(store, kinds), limitMs, log),
  );
}

async function isUp(check: Check): Promise<number> {
  return (await check()) === undefined ? 1 : 0;
}

/** The last value if the next reading fails or takes too long: a scrape never waits for the database. */
function lastKnown(
  read: () => Promise<number>,
  limitMs: number,
  log: Log,
): () => Promise<number | undefined> {
  let known: number | undefined;
  let reading: Promise<void> | undefined;
  return async () => {
    reading ??= read()
      .then(
        (value) => {
          known = value;
        },
        (cause: unknown) => log.warn('a figure of /metrics could not be read', { cause }),
      )
      .finally(() => {
        reading = undefined;
      });
    await race(reading, { limitMs }, () => {});
    return known;
  };
}

async function backupSeconds(store: Store): Promise<number> {
  const last = await readLastBackup(store);
  return last === undefined ? 0 : Date.parse(last.at) / 1_000;
}
