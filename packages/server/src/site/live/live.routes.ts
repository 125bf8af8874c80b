import { publicQuerySchema } from '@baraza/contract';
import type { Arrival } from '../../http/route.ts';
import { wantsSocket } from '../../http/websocket/socket.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Assistant, Visitor } from '../assistant.ts';
import { assertSupported } from '../features.ts';
import { publicRoute, type SiteRoute } from '../route.ts';
import { limitVisits, readCallOrigin, readVisitorInfo } from '../visit.request.ts';
import { visitorIdentity } from '../visits.ts';

export function liveRoutes(assistant: Assistant): readonly SiteRoute[] {
  return [
    publicRoute('GET /v1/sites/:site/live', {
      name: 'openLiveSession',
      summary: 'Talk with the assistant; a WebSocket',
      query: publicQuerySchema,
      answers: { 101: 'empty' },
      disk: 'writes',
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
