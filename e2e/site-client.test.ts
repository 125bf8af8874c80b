import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  createSiteClient,
  createSiteOwnerClient,
  isBarazaError,
  type SiteClient,
  type SiteOwnerClient,
} from '@baraza/client';
import {
  configSchemaOfSite,
  createdSiteSchema,
  deletedEntrySchema,
  doneEventSchema,
  importedSiteSchema,
  keptVersionSchema,
  leadListSchema,
  leadReceiptSchema,
  leadSchema,
  previewSchema,
  profileDryRunSchema,
  profileVersionListSchema,
  questionListSchema,
  rotatedKeySchema,
  savedEntrySchema,
  savedProfileSchema,
  siteDetailsSchema,
  siteExportSchema,
  siteListSchema,
  siteSummarySchema,
  taughtQuestionSchema,
  tokenEventSchema,
} from '@baraza/contract';
import type { z } from 'zod';
import { openSiteServer, type SiteServer } from '../packages/server/test/fixtures/site-server.ts';

describe('the client and the real site assistant', () => {
  let server: SiteServer;
  let owner: SiteOwnerClient;
  let visitor: SiteClient;
  before(async () => {
    server = await openSiteServer('sqlite');
    const { credential } = await server.newOwner();
    owner = createSiteOwnerClient({ baseUrl: server.url, ownerKey: credential });
    const { site } = await owner.create('duka', {
      business: 'Duka la Asha',
      whatsapp: '+254 700 000 000',
      languages: ['sw', 'en'],
      feedback: true,
      faqs: [{ question: 'Mnauza unga?', answer: 'Ndiyo, tunauza unga wa mahindi na ngano.' }],
    });
    visitor = createSiteClient({ baseUrl: server.url, site: 'duka', siteKey: site.key });
  });
  after(() => server?.close());

  test('an answer from the approved information arrives in tokens', async () => {
    assert.equal((await visitor.config()).business, 'Duka la Asha');
    const tokens: string[] = [];
    let ends = 0;
    for await (const event of visitor.ask('Mnauza unga?')) {
      if (event.type === 'token') {
        tokens.push(event.text);
        continue;
      }
      ends += 1;
      assert.equal(event.answered, true);
      assert.equal(event.language, 'sw');
      assert.equal(event.sources[0]?.kind, 'faq');
      await visitor.rate(event.id, 'up');
    }
    assert.equal(ends, 1);
    assert.ok(tokens.length > 1);
    assert.match(tokens.join(''), /unga wa mahindi/);
  });

  test('an unanswered question is taught in one step, and contacts reach the owner', async () => {
    const asked = await visitor.answer('Do you repair bicycles?', { conversation: 'c1' });
    assert.equal(asked.answered, false);
    assert.match(asked.handoff, /^https:\/\/wa\.me\//);
    const receipt = await visitor.leaveContact({ contact: '0712 345 678', questionId: asked.id });
    const { questions } = await owner.questions('duka', { unanswered: true });
    assert.deepEqual(
      questions.map(({ id }) => id),
      [asked.id],
    );
    const taught = await owner.teach('duka', asked.id, {
      answer: 'Yes, we repair bicycles on Saturdays.',
      language: 'en',
    });
    assert.equal(taught.asked_again.answered, true);
    assert.match((await visitor.answer('Do you repair bicycles?')).text, /Saturdays/);
    for await (const lead of owner.iterateLeads('duka')) {
      assert.equal(lead.id, receipt.id);
      assert.equal((await owner.setLeadStatus('duka', lead.id, 'done')).status, 'done');
      await owner.deleteLead('duka', lead.id);
    }
    assert.deepEqual((await owner.leads('duka')).leads, []);
  });

  test('a preview answers from an unsaved profile and returns the sentence it used', async () => {
    const profile = {
      faqs: [{ question: 'Do you sell tea?', answer: 'Tea is sold by the kilo.' }],
    };
    const shown = await owner.preview('duka', 'Do you sell tea?', { profile });
    assert.equal(shown.answered, true);
    assert.equal(shown.made[0]?.sentence, 'Tea is sold by the kilo.');
    assert.equal((await visitor.answer('Do you sell tea?')).answered, false);
  });

  test('importing an exported site restores the same profile', async () => {
    const exported = await owner.export('duka', { questions: true, leads: true });
    await owner.create('tawi');
    const imported = await owner.import('tawi', exported);
    assert.equal(imported.questions, exported.questions.length);
    assert.deepEqual((await owner.get('tawi')).profile, (await owner.get('duka')).profile);
  });

  test('every response matches its type', async () => {
    const exact = (schema: z.ZodType, value: unknown) =>
      assert.deepEqual(schema.parse(value), value);
    exact(createdSiteSchema, await owner.create('aina', { about: 'Duka la aina.' }));
    exact(siteDetailsSchema, await owner.get('aina'));
    exact(siteListSchema, await owner.sites());
    exact(savedProfileSchema, await owner.saveProfile('aina', { about: 'Duka.' }));
    exact(profileDryRunSchema, await owner.tryProfile('aina', { name: 'Aina' }));
    exact(savedProfileSchema, await owner.patchProfile('aina', { name: 'Aina' }));
    const price = { item: 'Unga', price: 180, currency: 'KES' };
    const added = await owner.addEntry('aina', 'prices', price);
    exact(savedEntrySchema, added);
    exact(savedEntrySchema, await owner.replaceEntry('aina', 'prices', added.id, price));
    exact(deletedEntrySchema, await owner.deleteEntry('aina', 'prices', added.id));
    exact(profileVersionListSchema, await owner.versions('aina'));
    exact(keptVersionSchema, await owner.version('aina', added.version));
    exact(savedProfileSchema, await owner.restoreVersion('aina', added.version));
    exact(siteSummarySchema, await owner.pause('aina'));
    exact(siteSummarySchema, await owner.resume('aina'));
    exact(rotatedKeySchema, await owner.rotateKey('aina'));
    const guest = createSiteClient({ baseUrl: server.url, site: 'aina' });
    exact(configSchemaOfSite, await guest.config());
    for await (const event of guest.ask('Who won the world cup in 1998?'))
      exact(event.type === 'done' ? doneEventSchema : tokenEventSchema, event);
    exact(leadReceiptSchema, await guest.leaveContact({ contact: '0712 345 678' }));
    const open = await owner.questions('aina', { unanswered: true, group: true });
    exact(questionListSchema, open);
    const [question] = open.questions;
    exact(previewSchema, await owner.preview('aina', 'Duka?'));
    exact(
      taughtQuestionSchema,
      await owner.teach('aina', question?.id ?? '', { answer: 'France won it.' }),
    );
    const { leads } = await owner.leads('aina');
    exact(leadListSchema, await owner.leads('aina'));
    exact(leadSchema, await owner.setLeadStatus('aina', leads[0]?.id ?? '', 'done'));
    const exported = await owner.export('aina');
    exact(siteExportSchema, exported);
    exact(importedSiteSchema, await owner.import('aina', exported));
  });

  test('a rotated key and another owner are refused with different codes', async () => {
    const { key } = await owner.rotateKey('duka');
    await assert.rejects(visitor.config(), (error) => isBarazaError(error, 'site_key'));
    const renewed = createSiteClient({ baseUrl: server.url, site: 'duka', siteKey: key });
    assert.equal((await renewed.config()).enabled, true);
    await owner.pause('duka');
    assert.equal((await renewed.config()).enabled, false);
    await owner.resume('duka');
    const { credential } = await server.newOwner();
    const stranger = createSiteOwnerClient({ baseUrl: server.url, ownerKey: credential });
    await assert.rejects(stranger.get('duka'), (error) => isBarazaError(error, 'site'));
  });
});
