/** Sends files as owners do, and puts everything that is proposed into a profile. */
import assert from 'node:assert/strict';
import { type Proposals, proposalsSchema } from '@baraza/contract';
import { ask, type Reply } from '../fixtures/house.ts';
import type { SiteHouse, TestSite } from '../fixtures/site-house.ts';

export interface SentSource {
  readonly bytes: Uint8Array | string;
  readonly type?: string;
  readonly name?: string;
  readonly accept?: string;
}

export function sendSource(
  house: SiteHouse,
  site: TestSite,
  { bytes, type, name, accept }: SentSource,
): Promise<Reply> {
  return ask(house, 'POST', `${site.admin}/sources`, {
    key: site.owner.credential,
    body: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
    headers: {
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(name === undefined ? {} : { 'content-disposition': `attachment; filename="${name}"` }),
      ...(accept === undefined ? {} : { accept }),
    },
  });
}

/** The proposals of a file that is read; every one of them is saved in a profile and found there again. */
export async function proposalsOf(
  house: SiteHouse,
  site: TestSite,
  source: SentSource,
): Promise<Proposals> {
  const reply = await sendSource(house, site, source);
  assert.equal(reply.status, 200, reply.text.slice(0, 500));
  const found = proposalsSchema.parse(reply.json);
  await assertSavable(site, found);
  return found;
}

export async function assertSavable(site: TestSite, { proposals }: Proposals): Promise<void> {
  const lists = Map.groupBy(proposals, ({ list }) => list);
  const profile = Object.fromEntries(
    [...lists].map(([list, some]) => [list, some.map(({ entry }) => entry)]),
  );
  const saved = await site.save(profile);
  assert.equal(saved.status, 200, saved.text.slice(0, 500));
  for (const [list, some] of lists) {
    const kept = saved.json.profile[list] as readonly object[];
    assert.equal(kept.length, some.length, list);
    for (const [index, { entry }] of some.entries())
      for (const [field, value] of Object.entries(entry))
        assert.deepEqual(
          (kept[index] as Record<string, unknown>)[field],
          value,
          `${list} ${field}`,
        );
  }
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
