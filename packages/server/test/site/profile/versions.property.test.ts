/** Any sequence of changes keeps every version and every taught answer. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject, Profile, ProfileFaq } from '@baraza/contract';
import fc from 'fast-check';
import { entryIds } from '../../../src/site/gaps/entries.ts';
import { changeProfile, tryProfile } from '../../../src/site/profile/profile-saving.ts';
import {
  listVersions,
  readVersion,
  restoreVersion,
} from '../../../src/site/profile/profile-versions.ts';
import type { Change } from '../../../src/site/profile/work/change.ts';
import { teach } from '../../../src/site/questions/questions.ts';
import { importSite } from '../../../src/site/sites/transfer.ts';
import { listEntryUses } from '../../../src/store/site/entry-uses.ts';
import { findSite } from '../../../src/store/site/sites.ts';
import { importQuestions } from '../../../src/store/site/transfers.ts';
import { fieldsOf } from '../../fixtures/fields-of.ts';
import { type SiteServer, siteServerOfSuite } from '../../fixtures/site-server.ts';
import { questionRow } from '../question-row.ts';

const word = fc.constantFrom('unga', 'sukari', 'chai', 'mchele', 'maziwa', 'sabuni');
const id = fc.constantFrom('one', 'two', 'three');
const faqs = fc.uniqueArray(fc.record({ id, question: word, answer: word }), {
  selector: (faq) => faq.id,
  maxLength: 3,
});
const prices = fc.array(fc.record({ item: word, price: fc.nat(9), currency: fc.constant('KES') }), {
  maxLength: 3,
});
const profiles = fc.record(
  { name: word, parking: word, faqs, prices },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;

const steps = fc.oneof(
  fc.record({ kind: fc.constant('save' as const), profile: profiles }),
  fc.record({ kind: fc.constant('import' as const), profile: profiles }),
  // Like a browser tab that was opened long ago.
  fc.record({ kind: fc.constant('save earlier' as const), pick: fc.nat(99) }),
  fc.record({
    kind: fc.constant('patch' as const),
    patch: fc.record({ greeting: word, parking: fc.option(word) }, { requiredKeys: [] }),
  }),
  fc.record({ kind: fc.constant('add' as const), text: word }),
  fc.record({ kind: fc.constant('replace' as const), pick: fc.nat(9), text: word }),
  fc.record({ kind: fc.constant('remove' as const), pick: fc.nat(9) }),
  fc.record({ kind: fc.constant('teach' as const), question: word, answer: word }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const), pick: fc.nat(99) }) },
);
type Step = typeof steps extends fc.Arbitrary<infer One> ? One : never;

describe('any sequence of changes of a profile', () => {
  const { server } = siteServerOfSuite();

  test('keeps every version readable and restorable, and loses no taught answer', async () => {
    const owner = await server.newOwner();
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 14 }), async (script) => {
        const { id: siteId } = await owner.newSite({ languages: ['en'] });
        await new Story(server, owner.id, siteId).play(script);
      }),
      { numRuns: 25 },
    );
  });
});

/** One site, and the state that it must have after each step. */
class Story {
  readonly seen = new Map<number, Profile>();
  readonly taught = new Map<string, ProfileFaq>();
  readonly server: SiteServer;
  readonly own: { readonly owner_id: string; readonly id: string };

  constructor(server: SiteServer, ownerId: string, siteId: string) {
    this.server = server;
    this.own = { owner_id: ownerId, id: siteId };
  }

  async play(script: readonly Step[]): Promise<void> {
    await this.look();
    for (const step of script) {
      await this.take(step);
      await this.look();
    }
    const { assistant } = this.server;
    const { versions } = await listVersions(assistant, this.own);
    const numbers = [...this.seen.keys()].sort((one, other) => other - one);
    assert.deepEqual(fieldsOf(versions, 'version'), numbers);
    for (const [version, profile] of this.seen)
      assert.deepEqual(
        JSON.parse((await readVersion(assistant, this.own, String(version))).text),
        profile,
        `version ${version}`,
      );
  }

  /** A version never changes, taught answers are there, and exactly the current entries have use counts. */
  private async look(): Promise<Profile> {
    const { assistant, own } = { assistant: this.server.assistant, own: this.own };
    const site = await findSite(assistant.store, own.id);
    assert.ok(site);
    const profile: Profile = JSON.parse((await assistant.profiles.profileText(site)).text);
    const before = this.seen.get(site.version);
    if (before !== undefined) assert.deepEqual(profile, before);
    this.seen.set(site.version, profile);
    for (const [id, { answer }] of this.taught)
      assert.deepEqual(profile.faqs.find((faq) => faq.id === id)?.answer, answer, id);
    const counted = (await listEntryUses(assistant.store, own.id)).map((use) => use.entry_id);
    assert.deepEqual(counted.toSorted(), [...entryIds(profile)].toSorted());
    return profile;
  }

  private async take(step: Step): Promise<void> {
    const { server, own } = this;
    const { assistant } = server;
    const current = await this.look();
    const change = async (made: Change) =>
      (await changeProfile(assistant, own, { change: made, by: 'test' })).changed;
    const picked = <Item>(items: readonly Item[], at: number) => items[at % items.length];
    switch (step.kind) {
      case 'save':
      case 'save earlier': {
        const earlier =
          step.kind === 'save' ? step.profile : picked([...this.seen.values()], step.pick);
        const put: Change = { kind: 'put', body: bytes(earlier) };
        const tried = await tryProfile(assistant, own, { change: put });
        assert.deepEqual((await change(put)).changes, tried.changed.changes);
        this.edited(earlier as Profile);
        return;
      }
      case 'import': {
        const site = await findSite(assistant.store, own.id);
        const body = bytes({ format: 'baraza-site', version: 1, profile: step.profile });
        const { signal } = new AbortController();
        if (site !== undefined) await importSite(assistant, site, body, { signal });
        return;
      }
      case 'patch':
        await change({ kind: 'patch', body: bytes(step.patch) });
        return;
      case 'add':
        await change({
          kind: 'add',
          list: 'facts',
          body: bytes({ title: step.text, text: step.text }),
        });
        return;
      case 'replace': {
        const faq = picked(current.faqs, step.pick);
        if (faq === undefined) return;
        const body = bytes({ question: 'other', answer: step.text });
        const { entry = '' } = await change({ kind: 'replace', list: 'faqs', id: faq.id, body });
        if (this.taught.has(faq.id)) this.taught.set(faq.id, JSON.parse(entry));
        return;
      }
      case 'remove': {
        const faq = picked(current.faqs, step.pick);
        if (faq === undefined) return;
        await change({ kind: 'remove', list: 'faqs', id: faq.id });
        this.taught.delete(faq.id);
        return;
      }
      case 'teach':
        return this.teach(step.question, step.answer);
      case 'restore': {
        const [version, earlier] = picked([...this.seen], step.pick) ?? [0, current];
        const { changed } = await restoreVersion(assistant, own, String(version), {
          byOf: (restored) => `restore of ${restored}`,
        });
        const restored: Profile = JSON.parse(changed.text);
        this.edited(earlier);
        const rest = ({ faqs: _, ...fields }: Profile) => fields;
        assert.deepEqual(rest(restored), rest(earlier));
        for (const faq of earlier.faqs)
          if (!this.taught.has(faq.id))
            assert.deepEqual(
              restored.faqs.find((one) => one.id === faq.id),
              faq,
            );
        return;
      }
    }
  }

  /** A taught entry in a saved profile has the text that was sent, even where it had been deleted. */
  private edited(sent: Partial<Profile>): void {
    for (const faq of sent.faqs ?? []) if (faq.taught) this.taught.set(faq.id, faq);
  }

  private async teach(question: string, answer: string): Promise<void> {
    const { assistant } = this.server;
    const row = questionRow({ id: assistant.makeId('question'), site_id: this.own.id, question });
    await assistant.store.write((tx) => importQuestions(tx, [row]));
    const site = await findSite(assistant.store, this.own.id);
    assert.ok(site);
    const { faq } = await teach(assistant, site, row.id, { answer, language: 'en' });
    assert.equal(faq.taught, true);
    this.taught.set(faq.id, faq as ProfileFaq);
  }
}

function bytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}
