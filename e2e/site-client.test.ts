import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSiteClient, createSiteOwnerClient } from '@baraza/client';
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
import { siteServerOfSuite } from '../packages/server/test/fixtures/site-server.ts';

describe('the client and the real site assistant', () => {
  const suite = siteServerOfSuite();

  test('every response matches its type', async () => {
    const baseUrl = suite.server.url;
    const owner = createSiteOwnerClient({ baseUrl, ownerKey: suite.owner.credential });
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
    const guest = createSiteClient({ baseUrl, site: 'aina' });
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
});
