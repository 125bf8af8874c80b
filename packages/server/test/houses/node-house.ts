/** An operator and a node of it, each with a store of its own, as two people would run them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deskOf } from '../../src/cli/admin/operations.ts';
import { createLog } from '../../src/kernel/log.ts';
import type { GrantDesk, WantedGrant } from '../../src/nodes/grants.ts';
import { authoriseNode } from '../../src/nodes/grants.ts';
import type { Engine } from '../../src/store/store.ts';
import { openSiteHouse, type SiteHouse } from './site-house.ts';

export interface NodeHouse {
  readonly operator: SiteHouse;
  readonly node: SiteHouse;
  /** What the commands of each work with. */
  readonly desk: GrantDesk;
  readonly nodeDesk: GrantDesk;
  /** What the node has warned of. */
  readonly warnings: string[];
  /** A grant for the node, or as it is wanted. */
  readonly authorise: (
    wanted?: Partial<WantedGrant>,
  ) => Promise<{ readonly jti: string; readonly grant: string }>;
  /** Puts this into the node's file. */
  readonly give: (text: string) => void;
  readonly removeFile: () => void;
  /** One round of the node's reports. */
  readonly report: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openNodeHouse(engine: Engine): Promise<NodeHouse> {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-grant-'));
  const file = path.join(folder, 'grant.jws');
  const warnings: string[] = [];
  const log = createLog('warn', (line) => warnings.push(JSON.parse(line).message));
  const operator = await openSiteHouse(engine);
  const node = await openSiteHouse(engine, {
    environment: {
      BARAZA_ROLE: 'node',
      BARAZA_OPERATOR_URL: operator.url,
      BARAZA_GRANT_FILE: file,
    },
    log,
  });
  const desk = deskAt(operator);
  return {
    operator,
    node,
    desk,
    nodeDesk: deskAt(node),
    warnings,
    authorise: (wanted = {}) => authoriseNode(desk, { origin: node.url, ...wanted }),
    give: (text) => writeFileSync(file, text),
    removeFile: () => rmSync(file, { force: true }),
    report: async () => node.assistant.nodes.reporter?.report(new AbortController().signal),
    close: async () => {
      await node.close();
      await operator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function deskAt({ house, assistant, url }: SiteHouse): GrantDesk {
  return { ...deskOf(house.installation), clock: assistant.clock, siteUrl: () => url };
}
