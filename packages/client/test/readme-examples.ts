import { readFileSync } from 'node:fs';
import {
  createPlatformClient,
  createSiteClient,
  createSiteOwnerClient,
  isBarazaError,
  isConnectionError,
  type Progress,
  submitForm,
} from '@baraza/client';

const bootstrap = JSON.parse(readFileSync('data/bootstrap.json', 'utf8'));
const baraza = createPlatformClient({
  baseUrl: bootstrap.platform.url,
  key: bootstrap.platform.key,
});

const orders = await baraza.resources.create({
  service: 'data',
  kind: 'Collection',
  name: 'Orders',
});
const { recordId } = await baraza.resources.addRecord(orders.id, { item: 'unga', total: 120 });

for await (const { record } of baraza.resources.iterateRecords(orders.id, { order: 'newest' })) {
  console.log(record);
}

const read = await baraza.resources.get(orders.id, { records: false });
const corrected = { item: 'unga', total: 130 };
await baraza.resources.updateRecord(orders.id, recordId, corrected, { ifMatch: read.version });

// undefined would mean: nothing has changed since that version
const changed = await baraza.resources.get(orders.id, { ifNoneMatch: read.version });
console.log(changed?.version, changed?.records);

type Order = { item: string; total: number; customer?: { name: string } };
const sales = baraza.resources.collection<Order>(orders.id);

const created = await sales.create({ item: 'sukari', total: 300 });
await sales.patch(created.recordId, { customer: { name: 'Asha' } }, { ifMatch: created.version });

const where = { total: { gte: 100, lt: 500 }, item: { in: ['unga', 'sukari'] } };
for await (const { record } of sales.iterate({ where, sort: '-total' })) {
  console.log(record.item, record.customer?.name);
}
await sales.delete(created.recordId);

const exact = await sales.list({ where: { total: { gte: 100 } }, count: true });
const { groups } = await sales.summary({ group: ['item'], sum: ['total'] });
for (const { key, count, sum } of groups) console.log(key.item, count, sum.total, exact.total);

const [flour] = await baraza.batch([
  sales.calls.create({ item: 'unga', total: 120 }),
  sales.calls.put('first', { item: 'chai', total: 140 }, { ifNoneMatch: '*' }),
]);
await baraza.batch([sales.calls.delete(flour.recordId), sales.calls.delete('first')]);

const { total } = await baraza.resources.records(orders.id, { where: { total: 130 }, q: 'unga' });
console.log(total);

const copy = await baraza.resources.create({ service: 'data', kind: 'Collection', name: 'Copy' });
const exported = baraza.resources.exportRecords(orders.id);
await baraza.resources.importRecords(copy.id, exported, { keepIds: true });
console.log((await baraza.resources.get(copy.id)).recordCount);

const bucket = await baraza.resources.create({ service: 'storage', kind: 'Bucket', name: 'Files' });
const guide = 'We deliver in Nairobi on the same day, for KES 200.\n';
await baraza.storage.upload(bucket.id, 'guides/delivery.txt', guide, {
  contentType: 'text/plain',
  ifNoneMatch: '*',
});

const download = await baraza.storage.download(bucket.id, 'guides/delivery.txt');
console.log(download.contentType, download.size, await download.text());

const onProgress = ({ bytes, totalBytes }: Progress) => console.log(`${bytes} of ${totalBytes}`);
await baraza.storage.upload(bucket.id, 'guides/long.txt', guide.repeat(1_000), { onProgress });

const link = await baraza.storage.link(bucket.id, 'guides/delivery.txt', { expiresIn: 600 });
console.log(link.url, link.expiresAt);

const assistant = await baraza.resources.create({
  service: 'ai',
  kind: 'Assistant',
  name: 'Desk',
  config: { instructions: 'Answer in one sentence.', knowledge: [orders.id, bucket.id] },
});
const prompt = 'Do you deliver in Nairobi?';
const answer = await baraza.ai.generate({ assistant: assistant.id, prompt });
console.log(answer.output, answer.sources, answer.warnings);

const inSwahili = 'Mnaleta Nairobi?';
for await (const event of baraza.ai.stream({ assistant: assistant.id, prompt: inSwahili })) {
  if (event.type === 'token') console.log(event.text);
  else if (event.error !== undefined) console.log('Not whole:', event.error.error);
}

const order = () => baraza.resources.addRecord(orders.id, { item: 'sukari', total: 300 });
const timer = setInterval(() => void order(), 1_000);

for await (const { id, activity } of baraza.events({ signal: AbortSignal.timeout(60_000) })) {
  console.log(id, activity.action, activity.name);
  if (activity.action === 'record-added') break;
}
clearInterval(timer);

const hook = await baraza.resources.create({
  service: 'connect',
  kind: 'Webhook',
  name: 'Orders to the till',
  config: { url: 'https://till.example/hook', events: ['record-added'], include: 'record' },
});
await baraza.resources.addRecord(orders.id, { item: 'chumvi', total: 60 });
const { deliveries } = await baraza.webhooks.deliveries(hook.id);
for (const { event, status, tries, error, nextTryAt } of deliveries)
  console.log(event, status, tries, error, nextTryAt);
const rotated = await baraza.webhooks.rotateSecret(hook.id);
console.log(rotated.secret, rotated.previousValidUntil);

const contact = await baraza.resources.create({
  service: 'connect',
  kind: 'Form',
  name: 'Contact',
  config: {
    public: true,
    origins: ['https://duka.example'],
    redirect: 'https://duka.example/asante',
  },
});
await submitForm(contact.id, { name: 'Asha' }, { baseUrl: bootstrap.platform.url });

const duka = createSiteClient({ baseUrl: bootstrap.site.url, site: 'demo' });

for await (const event of duka.ask('Mnafungua saa ngapi kesho?')) {
  if (event.type === 'token') console.log(event.text);
  else console.log(event.answered, event.sources, event.handoff);
}

const { text, answered, id } = await duka.answer('Do you deliver?', { language: 'en' });
if (!answered) await duka.leaveContact({ contact: '+254 700 000 000', questionId: id });
console.log(text);

const near = createSiteClient({
  operator: bootstrap.site.url,
  node: 'http://127.0.0.1:4300',
  site: 'demo',
  warn: (line) => console.warn(line),
});
console.log((await near.config()).greeting);

try {
  console.log((await duka.answer('Mnafungua saa ngapi?', { busyRetries: 2 })).text);
} catch (error) {
  if (!isBarazaError(error, 'busy')) throw error;
  console.log(error.message, error.retryAfterSeconds, error.handoff);
}

let heardMs = 0;
const live = await duka.live({
  language: 'sw',
  onEvent: (event) => {
    if (event.type === 'transcript') console.log('You said:', event.text);
    if (event.type === 'token') console.log(event.text);
    if (event.type === 'sound') heardMs += (event.samples.length / event.sampleRate) * 1_000;
    if (event.type === 'done') live.end();
  },
});
live.sendSound(new Int16Array(640));
live.ask('Mnafungua saa ngapi kesho?');
console.log((await live.closed).code, `${Math.round(heardMs)} ms of speech`);

const owner = createSiteOwnerClient({
  baseUrl: bootstrap.site.url,
  ownerKey: bootstrap.site.owner_key,
});

const asked = await duka.answer('Mnauza maua?');
for await (const { question } of owner.iterateQuestions('demo', { unanswered: true }))
  console.log(question);

const flowers = { answer: 'Ndiyo, tunauza maua kila Ijumaa.' };
const taught = await owner.teach('demo', asked.id, flowers);
console.log(taught.asked_again.text);

// Changes one field and one entry, then restores the earlier version; everything else is untouched.
await owner.patchProfile('demo', { greeting: { sw: 'Karibu!', en: 'Welcome!' } });
const bread = { item: 'Mkate', price: 65, currency: 'KES' };
const added = await owner.addEntry('demo', 'prices', bread);
await owner.deleteEntry('demo', 'prices', added.id, { ifMatch: added.version });
const { versions } = await owner.versions('demo');
for (const { version, saved_at, by, changes } of versions)
  console.log(version, saved_at, by, changes.added.length);
await owner.restoreVersion('demo', added.version);

try {
  const signal = AbortSignal.timeout(5_000);
  console.log((await baraza.resources.archive(orders.id, { signal })).state);
} catch (error) {
  if (isBarazaError(error, 'conflict')) console.log('Archived already.');
  else if (isBarazaError(error)) console.log(error.status, error.code, error.requestId);
  else if (isConnectionError(error)) console.log('The outcome is unknown:', error.code);
  else throw error;
}
