import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { profileDryRunSchema, siteLimits } from '@baraza/contract';
import { fieldsOf } from '../../fixtures/fields-of.ts';
import { ask } from '../../fixtures/server.ts';
import { siteServerOfSuite, type TestSite } from '../../fixtures/site-server.ts';

const shop = {
  business: 'Duka la Amani',
  languages: ['en'],
  faqs: [{ id: 'delivery', question: 'Do you deliver?', answer: 'Yes, in Nairobi.' }],
  prices: [{ item: 'Unga', price: 180, currency: 'KES' }],
};
const answer = 'The garden for children is behind the shop.';
const asked = 'Where is the garden for children?';

describe('taught answers', () => {
  const { server, owner } = siteServerOfSuite();

  const askSite = (site: TestSite, question: string) =>
    ask(server, 'POST', `${site.public}/ask`, { body: { question } });
  const teach = async (site: TestSite, question: string, given: string) => {
    await askSite(site, question);
    const { questions } = (await site.asOwner('GET', '/questions?limit=1')).json;
    const path = `/questions/${questions[0].id}/answer`;
    return (await site.asOwner('POST', path, { answer: given })).json.faq;
  };
  const profileOf = async (site: TestSite) => (await site.asOwner('GET', '')).json.profile;

  test('stay when a profile without them is saved, with a warning', async () => {
    const site = await owner.newSite(shop);
    const faq = await teach(site, asked, answer);
    assert.equal(faq.taught, true);
    const saved = await site.save({ ...shop, name: 'Asha' });
    assert.equal(saved.status, 200, saved.text);
    assert.deepEqual(saved.json.profile.faqs.at(-1), faq);
    assert.ok(
      saved.json.warnings.some(
        (line: string) => line.includes(faq.id) && /taught.*kept/.test(line),
      ),
      saved.text,
    );
    assert.match((await askSite(site, asked)).text, /behind the shop/);
    for (const body of [{}, { faqs: [] }, { profile: { faqs: null } }]) {
      const kept = await site.save(body);
      assert.deepEqual(kept.json.profile.faqs, [faq]);
    }
  });

  test('go when the entry is deleted, and their questions are open again', async () => {
    const site = await owner.newSite(shop);
    const faq = await teach(site, asked, answer);
    assert.equal((await site.asOwner('DELETE', `/profile/faqs/${faq.id}`)).status, 200);
    const saved = await site.save({ ...shop, name: 'Asha' });
    assert.equal(saved.json.profile.faqs.length, 1);
    assert.deepEqual(saved.json.warnings, []);
    const { questions } = (await site.asOwner('GET', '/questions?unanswered=true')).json;
    assert.deepEqual(fieldsOf(questions, 'question', 'status'), [[asked, 'new']]);
    assert.doesNotMatch((await askSite(site, asked)).text, /behind the shop/);
  });

  test('deleting one leaves the questions of the others closed', async () => {
    const site = await owner.newSite(shop);
    const faq = await teach(site, asked, answer);
    await teach(site, 'Can I pay with a cheque?', 'Cheques are taken.');
    await site.asOwner('DELETE', `/profile/faqs/${faq.id}`);
    const { questions } = (await site.asOwner('GET', '/questions?status=taught')).json;
    assert.deepEqual(fieldsOf(questions, 'question'), ['Can I pay with a cheque?']);
  });

  test('are named when a profile leaves no room for them', async () => {
    const site = await owner.newSite(shop);
    const faq = await teach(site, asked, answer);
    const faqs = Array.from({ length: siteLimits.entriesMax }, (_, at) => ({
      question: `q${at}`,
      answer: `a${at}`,
    }));
    const reply = await site.save({ faqs });
    assert.deepEqual([reply.status, reply.json.code], [400, 'invalid']);
    assert.match(reply.json.error, new RegExp(`taught answer.*${faq.id}.*send 1 fewer`));
  });

  test('in an existing FAQ stay when the earlier profile is saved, with a warning', async () => {
    const site = await owner.newSite(shop);
    const before = await profileOf(site);
    const faq = await teach(site, 'Do you deliver?', 'Yes, in Mombasa too.');
    assert.deepEqual([faq.id, faq.taught], ['delivery', true]);
    const saved = await site.save(before);
    assert.equal(saved.json.profile.faqs[0].answer, 'Yes, in Mombasa too.');
    assert.match(saved.json.warnings[0], /delivery.*kept as taught/);
  });

  test('get another id when an entry takes theirs', async () => {
    const site = await owner.newSite({ languages: ['en'] });
    const faq = await teach(site, asked, answer);
    const saved = await site.save({ facts: [{ id: faq.id, title: 't', text: 'x' }] });
    assert.equal(saved.status, 200, saved.text);
    assert.equal(saved.json.profile.faqs[0].answer, answer);
    assert.notEqual(saved.json.profile.faqs[0].id, faq.id);
  });

  test('are restored with a version, with a warning; the newer version keeps its own', async () => {
    const site = await owner.newSite(shop);
    const first = await teach(site, asked, answer);
    const { id } = (await site.asOwner('GET', '/questions?limit=1')).json.questions[0];
    const taught = await site.asOwner('POST', `/questions/${id}/answer`, {
      answer: 'The garden for children is on the roof.',
    });
    assert.deepEqual([taught.json.faq.id, taught.json.version], [first.id, 3]);
    const restored = await site.asOwner('POST', '/profile/versions/2/restore');
    assert.equal(restored.status, 200, restored.text);
    assert.deepEqual(restored.json.profile.faqs.at(-1), first);
    assert.ok(
      restored.json.warnings.some(
        (line: string) => line.includes(first.id) && /changed by this profile/.test(line),
      ),
      restored.text,
    );
    const third = await site.asOwner('GET', '/profile/versions/3');
    assert.deepEqual(third.json.profile.faqs.at(-1), taught.json.faq);
  });

  test('an older text that the owner saves replaces the taught one, with a warning', async () => {
    const site = await owner.newSite(shop);
    const faq = await teach(site, asked, answer);
    const early = await profileOf(site);
    const roof = { question: faq.question, answer: 'On the roof.' };
    await site.asOwner('PUT', `/profile/faqs/${faq.id}`, roof);
    const saved = await site.save(early);
    assert.equal(saved.json.profile.faqs.at(-1).answer, answer);
    assert.deepEqual(saved.json.warnings, [
      `1 taught answer (faqs: ${faq.id}) is changed by this profile; the previous version still has what was taught.`,
    ]);
    assert.deepEqual((await site.save(early)).json.warnings, []);
  });

  test('adding an entry cannot mark it as taught', async () => {
    const site = await owner.newSite();
    const faq = { question: 'a', answer: 'b', taught: true };
    const added = await site.asOwner('POST', '/profile/faqs', faq);
    assert.deepEqual([added.status, added.json.taught], [201, undefined]);
    assert.deepEqual((await site.save({})).json.profile.faqs, []);
  });

  test('a dry run reports what the save then does, and its query is strict', async () => {
    const site = await owner.newSite(shop);
    const faq = await teach(site, asked, answer);
    const body = {
      business: 'Duka la Asha',
      languages: ['en'],
      parking: 'Free.',
      faqs: [{ question: 'Do you open on Sunday?', answer: 'No.' }],
      prices: [{ item: 'Unga', price: 200, currency: 'KES' }],
    };
    const tried = await site.asOwner('PUT', '/profile?dry_run=true', body);
    assert.deepEqual(profileDryRunSchema.parse(tried.json), tried.json);
    assert.equal((await site.asOwner('GET', '')).json.version, 2);
    const { changes, warnings } = (await site.save(body)).json;
    assert.deepEqual([changes, warnings], [tried.json.changes, tried.json.warnings]);
    const namesOf = (kind: 'added' | 'changed' | 'removed') =>
      changes[kind].map((one: { field?: string; list?: string }) => one.list ?? one.field);
    assert.deepEqual(
      [namesOf('added'), namesOf('changed'), namesOf('removed')],
      [['parking', 'faqs'], ['business', 'prices'], ['faqs']],
    );
    assert.match(warnings[0], /^1 entry of version 2 is removed/);
    assert.ok(warnings.some((line: string) => line.includes(faq.id)));
    const stale = { 'if-match': '"1"' };
    const refused = await site.asOwner('PUT', '/profile?dry_run=true', body, stale);
    assert.equal(refused.status, 409);
    for (const query of ['dry_run=maybe', 'dry_run', 'dry_run=true&dry_run=false', 'dryRun=true']) {
      const wrong = await site.asOwner('PUT', `/profile?${query}`, { name: 'Other' });
      assert.deepEqual([wrong.status, wrong.json.code], [400, 'invalid'], query);
    }
    assert.equal((await site.asOwner('GET', '')).json.version, 3);
  });

  test('a save that removes entries says how many', async () => {
    const facts = Array.from({ length: 150 }, (_, at) => ({ title: `f${at}`, text: `t${at}` }));
    const site = await owner.newSite({ facts });
    const { warnings, changes } = (await site.save({})).json;
    assert.match(warnings[0], /^150 entries of version 1 are removed/);
    assert.deepEqual([changes.removed.length, changes.more], [100, 50]);
  });
});
