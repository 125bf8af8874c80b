import { everySite } from '@baraza/contract';
import type { Config } from '../../config.ts';
import { type Clock, isoTime, systemClock } from '../../kernel/clock.ts';
import { fetchKeys, fetchRevoked } from '../../nodes/fetch-keys.ts';
import { createGrantFile, grantFault, readGrant } from '../../nodes/own-grant.ts';
import { addressesOf } from '../serve/addresses.ts';
import { nodeOf } from '../serve/serve-site.ts';
import { type Finding, failing, missing, ok } from './doctor-check.ts';

const name = 'node';
const namedMax = 5;

/** On a node: checks whether applications would accept its grant. */
export async function examineNode(
  config: Config,
  clock: Clock = systemClock,
): Promise<readonly Finding[]> {
  const node = nodeOf(config);
  if (node === undefined)
    return config.grantFile === undefined ? [] : [unusedGrant(config.grantFile)];
  const { operator, grantFile } = node;
  const origin = new URL(addressesOf(config).site.public()).origin;
  const remedy = `have ${operator} run nodes authorize --origin ${origin}, and put the grant into ${grantFile}`;
  const unusable = (sentence: string) => [failing(name, sentence.replace(/\.$/, ''), remedy)];
  const { text, fault } = await createGrantFile(grantFile)();
  if (text === null) return unusable(`${grantFile} of BARAZA_GRANT_FILE ${fault}`);
  const published = await askOperator(operator);
  const wrong = await grantFault(text, {
    origin,
    operator,
    nowMs: clock(),
    keys: published?.keys,
    revoked: published?.revoked,
  });
  if (wrong !== undefined) return unusable(wrong);
  const found = await describeGrant(text, operator);
  if (published !== undefined) return [ok(name, found)];
  return [
    missing(
      name,
      `${found}; whether ${operator} signed it is not known, for it does not answer`,
      'check that BARAZA_OPERATOR_URL is right and that server runs',
    ),
  ];
}

// Only a node publishes its grant: on any other server the file has no effect.
function unusedGrant(grantFile: string): Finding {
  return missing(
    name,
    `this server is not a node, so the grant in ${grantFile} of BARAZA_GRANT_FILE does nothing`,
    'set BARAZA_ROLE=node, and BARAZA_OPERATOR_URL to the server that gave the grant; or take BARAZA_GRANT_FILE away',
  );
}

async function askOperator(operator: string) {
  try {
    const [keys, revoked] = await Promise.all([fetchKeys(operator), fetchRevoked(operator)]);
    return { keys, revoked };
  } catch {
    return undefined;
  }
}

async function describeGrant(grant: string, operator: string): Promise<string> {
  const { sites = [], exp = 0 } = (await readGrant(grant)) ?? {};
  const few = sites.length > namedMax ? `${sites.length} sites` : sites.join(', ');
  const what = sites.includes(everySite) ? 'every site' : few;
  return `of ${operator}; its grant is for ${what} and ends at ${isoTime(exp * 1000)}`;
}
