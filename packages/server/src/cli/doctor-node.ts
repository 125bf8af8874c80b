import type { Config } from '../config.ts';
import { type Clock, isoTime, systemClock } from '../kernel/clock.ts';
import { createGrantFile } from '../nodes/grant-file.ts';
import { grantFault, readGrant } from '../nodes/own-grant.ts';
import type { Finding } from './doctor.ts';
import { localUrl } from './listen.ts';
import { nodeOf } from './serve-site.ts';

/** On a node: whether applications would believe its grant, as far as it can be told from here. */
export async function examineNode(
  config: Config,
  clock: Clock = systemClock,
): Promise<readonly Finding[]> {
  const node = nodeOf(config);
  if (node === undefined) return [];
  const { text, fault } = await createGrantFile(node.grantFile)();
  const origin = config.publicSiteUrl ?? localUrl(config.host, config.sitePort);
  const known = { origin, operator: node.operator, nowMs: clock(), keys: undefined };
  const wrong =
    text === null
      ? `${node.grantFile} of BARAZA_GRANT_FILE ${fault}.`
      : await grantFault(text, known);
  const endsMs = ((await readGrant(text ?? ''))?.exp ?? 0) * 1000;
  return [
    wrong === undefined
      ? {
          name: 'node',
          status: 'ok',
          saw: `of ${node.operator}; its grant ends at ${isoTime(endsMs)}`,
        }
      : {
          name: 'node',
          status: 'failing',
          saw: wrong.replace(/\.$/, ''),
          remedy: `have ${node.operator} run nodes authorize --origin ${origin}, and put the grant into that file`,
        },
  ];
}
