import { type Status, statusSchema } from '@baraza/contract';
import { isoTime } from '../kernel/clock.ts';
import { sql } from '../store/store.ts';
import type { Platform } from './platform.ts';
import { keyPolicy, type PlatformRoute } from './route.ts';

export function statusRoutes(platform: Platform): readonly PlatformRoute[] {
  return [
    {
      method: 'GET',
      path: '/api/platform/status',
      name: 'getStatus',
      summary: 'Current health of this server',
      policy: keyPolicy('any', 'read'),
      answers: { 200: statusSchema },
      handle: async ({ requestId }) => {
        const status = await readStatus(platform);
        if (status.status === 'ok') return { status: 200, body: JSON.stringify(status) };
        const failing = Object.entries(status.checks)
          .filter(([, check]) => check.status === 'failing')
          .map(([name]) => name);
        return {
          status: 503,
          headers: { 'retry-after': 5 },
          body: JSON.stringify({
            error: `These checks fail: ${failing.join(', ')}.`,
            code: 'unavailable',
            requestId,
            ...status,
          }),
        };
      },
    },
  ];
}

/** Current health; whether writes succeed is tried every few seconds. */
async function readStatus(platform: Platform): Promise<Status> {
  const [database, storage, ai] = await Promise.all([
    checkDatabase(platform),
    checkStorage(platform),
    checkAi(platform),
  ]);
  const healthy = database.status === 'ok' && storage.status === 'ok';
  const nowMs = platform.clock();
  return {
    status: healthy ? 'ok' : 'failing',
    time: isoTime(nowMs),
    version: platform.version,
    commit: platform.commit ?? null,
    uptimeSeconds: Math.max(0, Math.round((nowMs - platform.startedAtMs) / 1000)),
    checks: { database, storage, ai },
  };
}

async function checkDatabase({ store, health, log }: Platform) {
  const startedMs = performance.now();
  const isWell = await store
    .get(sql`SELECT 1 AS alive`)
    .then(async () => (await health.store()) === undefined)
    .catch((cause: unknown) => log.warn('the database check failed', { cause }));
  const latencyMs = Math.round((performance.now() - startedMs) * 1000) / 1000;
  return { status: isWell === true ? 'ok' : 'failing', latencyMs } as const;
}

async function checkStorage(platform: Platform): Promise<Status['checks']['storage']> {
  try {
    const status = (await platform.health.objects()) === undefined ? 'ok' : 'failing';
    return { status, freeBytes: await platform.blobs.freeBytes() };
  } catch (cause) {
    platform.log.warn('the storage check failed', { cause });
    return { status: 'failing', freeBytes: 0 };
  }
}

// Not required: everything but generation works while a model server is away.
async function checkAi(platform: Platform): Promise<Status['checks']['ai']> {
  try {
    const model = await platform.loadLanguageModel();
    if (model === undefined) return { status: 'ok', engine: 'builtin' };
    return { status: model.state() === 'ready' ? 'ok' : 'failing', engine: 'model-server' };
  } catch (cause) {
    platform.log.warn('the model server check failed', { cause });
    return { status: 'failing', engine: 'model-server' };
  }
}
