/** Sends files to a site, and checks that a profile accepts the proposals. */
import assert from 'node:assert/strict';
import { type Proposals, proposalsSchema } from '@baraza/contract';
import { readProfileInput } from '../../src/site/profile/profile.ts';
import { readFile } from '../../src/site/sources/formats/read-file.ts';
import { knownIn, withoutKnown } from '../../src/site/sources/propose/known-entries.ts';
import { collectProposals } from '../../src/site/sources/propose/proposal.ts';
import { proposeFrom } from '../../src/site/sources/propose/propose.ts';
import { ask, type Reply } from '../fixtures/server.ts';
import type { SiteServer, TestSite } from '../fixtures/site-server.ts';

export interface SentSource {
  readonly bytes: Uint8Array | string;
  readonly type?: string;
  readonly name?: string;
  readonly accept?: string;
}

export function sendSource(
  server: SiteServer,
  site: TestSite,
  { bytes, type, name, accept }: SentSource,
): Promise<Reply> {
  return ask(server, 'POST', `${site.admin}/sources`, {
    key: site.owner.credential,
    body: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
    headers: {
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(name === undefined ? {} : { 'content-disposition': `attachment; filename="${name}"` }),
      ...(accept === undefined ? {} : { accept }),
    },
  });
}

/** Saves the proposals over HTTP, and finds each of them unchanged. */
export async function assertSavable(site: TestSite, found: Proposals): Promise<void> {
  const saved = await site.save(listsOf(found));
  assert.equal(saved.status, 200, saved.text.slice(0, 500));
  assertKept(found, () => saved.json.profile);
}

/** Reads a file as the child process does, in this process. */
export async function readHere(
  { bytes, name = '', type = '' }: SentSource,
  profile: object = {},
): Promise<Proposals> {
  const text = await readFile(new Uint8Array(Buffer.from(bytes)), { name, type }, () => {});
  const { known, currency } = knownIn(readProfileInput({ ...profile }).profile);
  const title = name.replace(/\.\w+$/, '');
  const proposed = proposeFrom([text], { name: title, currency });
  const { proposals, leftOut } = collectProposals(withoutKnown(proposed, known));
  const found = proposalsSchema.parse({
    proposals: proposals.map((entry) => JSON.parse(entry)),
    left_out: leftOut.map((item) => JSON.parse(item)),
  });
  assertKept(found, (lists) => readProfileInput(lists).profile);
  return found;
}

/** Saves the proposals as a profile, and finds each of them there unchanged. */
function assertKept(
  found: Proposals,
  save: (lists: { readonly [list: string]: readonly object[] }) => object,
): void {
  const lists = listsOf(found);
  const profile = save(lists) as { readonly [list: string]: readonly object[] };
  for (const [list, entries] of Object.entries(lists)) {
    assert.equal(profile[list]?.length, entries.length, list);
    for (const [index, entry] of entries.entries())
      assert.partialDeepStrictEqual(profile[list]?.[index], entry, `${list} ${index}`);
  }
}

function listsOf({ proposals }: Proposals): { readonly [list: string]: readonly object[] } {
  const lists = Map.groupBy(proposals, ({ list }) => list);
  return Object.fromEntries(
    [...lists].map(([list, some]) => [list, some.map(({ entry }) => entry)]),
  );
}

type Proposal = Proposals['proposals'][number];
type EntryOf<List extends Proposal['list']> = Extract<Proposal, { readonly list: List }>['entry'];

/** The entries proposed for one list. */
export function entriesOf<List extends Proposal['list']>(
  { proposals }: Proposals,
  list: List,
): readonly EntryOf<List>[] {
  return proposals.filter((one) => one.list === list).map(({ entry }) => entry as EntryOf<List>);
}

/** The items and prices on every picture in `source-pages`. */
export const picturedPrices = [
  ['Simenti (mfuko)', 850],
  ['Nondo 12mm', 1250],
  ['Bati geji 30', 980],
  ['Rangi nyeupe lita 4', 2400],
  ['Misumari kg', 180],
  ['Mchanga lori', 9500],
  ['Tangi la lita 1000', 8900],
  ['Koleo', 450],
  ['Wheelbarrow', 4500],
  ['PVC pipe 1 inch', 320],
];
