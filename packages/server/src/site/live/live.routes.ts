import { readFileSync } from 'node:fs';
import { publicQuerySchema } from '@baraza/contract';
import type { Arrival } from '../../http/route.ts';
import { wantsSocket } from '../../http/websocket/socket.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Assistant, Visitor } from '../assistant.ts';
import { assertSupported } from '../features.ts';
import { openRoute, publicRoute, type SiteRoute } from '../route.ts';
import { limitVisits, readCallOrigin, readVisitorInfo } from '../visit.request.ts';
import { visitorIdentity } from '../visits.ts';

export function liveRoutes(assistant: Assistant): readonly SiteRoute[] {
  return [
    publicRoute('GET /v1/sites/:site/live', {
      summary: 'Talk with the assistant; a WebSocket',
      query: publicQuerySchema,
      answers: { 101: 'empty' },
      limit: async (arrival) => {
        assertSupported(assistant, 'live');
        if (wantsSocket(arrival.raw)) await limitConnections(assistant, arrival);
      },
      handle: async () => {
        throw new Problem('upgrade', 'This is a WebSocket: ask with Upgrade: websocket.', {
          headers: { upgrade: 'websocket', connection: 'Upgrade' },
        });
      },
      socket: async (call) => {
        // Loaded with the first session: it is much code.
        const { openLive } = await import('./live.ts');
        const visitorInfo = {
          ...readVisitorInfo(assistant, call),
          callOrigin: readCallOrigin(call.raw),
        };
        return (connection) => openLive(assistant, visitorInfo, connection);
      },
    }),
    openRoute('GET /live-worklet.js', {
      summary: 'The audio worklets of a page with a live session.',
      answers: { 200: 'bytes' },
      handle: async () => {
        worklet ??= readFileSync(new URL('./live-worklet.js', import.meta.url), 'utf8');
        return { status: 200, headers: workletHeaders, body: worklet };
      },
    }),
  ];
}

async function limitConnections(assistant: Assistant, arrival: Arrival<Visitor>): Promise<void> {
  // A flood is refused before it costs a write.
  if (
    !assistant.live.countConnection(
      visitorIdentity(assistant, readVisitorInfo(assistant, arrival)).network,
    )
  )
    throw new Problem('rate', 'Too many connections; try again shortly.', {
      retryAfterSeconds: 60,
    });
  await limitVisits(assistant, 'live')(arrival);
}

let worklet: string | undefined;

// A worklet is loaded as a module, which pages of other origins may read only with these headers.
const workletHeaders = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=300',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};
