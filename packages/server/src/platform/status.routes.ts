import { statusSchema } from '@baraza/contract';
import type { Platform } from './platform.ts';
import { keyPolicy, type PlatformRoute } from './route.ts';
import { readStatus } from './status.ts';

export function statusRoutes(platform: Platform): readonly PlatformRoute[] {
  return [
    {
      method: 'GET',
      path: '/api/platform/status',
      summary: 'Point-in-time local health',
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
