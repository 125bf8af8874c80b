import {
  createPlatformClient,
  createSiteClient,
  createSiteOwnerClient,
  isBarazaError,
  isConnectionError,
} from '@baraza/client';

const baraza = createPlatformClient({
  baseUrl: 'http://127.0.0.1:4100',
  key: process.env.BARAZA_KEY ?? '',
});

const orders = await baraza.resources.create({
  service: 'data',
  kind: 'Collection',
  name: 'Orders',
});
const { recordId } = await baraza.resources.addRecord(orders.id, { total: 120 });

for await (const { record } of baraza.resources.iterateRecords(orders.id, { order: 'newest' })) {
  console.log(record);
}

const read = await baraza.resources.get(orders.id, { records: false });
await baraza.resources.updateRecord(orders.id, recordId, { total: 130 }, { ifMatch: read.version });

// undefined: nothing has changed since that version
const changed = await baraza.resources.get(orders.id, { ifNoneMatch: read.version });
console.log(changed?.recordCount);

const { total } = await baraza.resources.records(orders.id, { where: { total: 130 }, q: 'unga' });
console.log(total);

const copy = await baraza.resources.create({ service: 'data', kind: 'Collection', name: 'Copy' });
await baraza.resources.importRecords(copy.id, baraza.resources.exportRecords(orders.id));

const bucket = await baraza.resources.create({ service: 'storage', kind: 'Bucket', name: 'Files' });
await baraza.storage.upload(bucket.id, 'ripoti/mei.csv', 'jina,jumla\n', {
  contentType: 'text/csv',
  ifNoneMatch: '*',
});

const download = await baraza.storage.download(bucket.id, 'ripoti/mei.csv');
console.log(download.contentType, download.size, await download.text());

const link = await baraza.storage.link(bucket.id, 'ripoti/mei.csv', { expiresIn: 600 });
console.log(link.url, link.expiresAt);

const assistant = await baraza.resources.create({
  service: 'ai',
  kind: 'Assistant',
  name: 'Desk',
  config: { instructions: 'Answer in one sentence.', knowledge: [orders.id, bucket.id] },
});
const answer = await baraza.ai.generate({ assistant: assistant.id, prompt: 'What was ordered?' });
console.log(answer.output, answer.sources, answer.warnings);

for await (const event of baraza.ai.stream({ assistant: assistant.id, prompt: 'And the total?' })) {
  if (event.type === 'token') console.log(event.text);
  else if (event.error !== undefined) console.log('Not whole:', event.error.error);
}

const minute = AbortSignal.timeout(60_000);
try {
  for await (const { id, activity } of baraza.events({ signal: minute }))
    console.log(id, activity.action, activity.name);
} catch (error) {
  if (!minute.aborted) throw error;
}

const duka = createSiteClient({ baseUrl: 'http://127.0.0.1:4200', site: 'demo' });

for await (const event of duka.ask('Mnafungua saa ngapi kesho?')) {
  if (event.type === 'token') console.log(event.text);
  else console.log(event.answered, event.sources, event.handoff);
}

const { text, answered, id } = await duka.answer('Do you deliver?', { language: 'en' });
if (!answered) await duka.leaveContact({ contact: '+254 700 000 000', questionId: id });
console.log(text);

const near = createSiteClient({
  operator: 'https://operator.example',
  node: 'https://node.example',
  site: 'demo',
  warn: (line) => console.warn(line),
});
console.log((await near.config()).greeting);

const live = await duka.live({
  language: 'sw',
  onEvent: (event) => {
    if (event.type === 'transcript') console.log('You said:', event.text);
    if (event.type === 'token') console.log(event.text);
    if (event.type === 'sound') console.log(event.samples.length, 'samples at', event.sampleRate);
    if (event.type === 'done') live.end();
  },
});
live.sendSound(new Int16Array(640));
live.ask('Mnafungua saa ngapi kesho?');
console.log((await live.closed).code);

const owner = createSiteOwnerClient({
  baseUrl: 'http://127.0.0.1:4200',
  ownerKey: process.env.BARAZA_OWNER_KEY ?? '',
});

for await (const question of owner.iterateQuestions('demo', { unanswered: true })) {
  const taught = await owner.teach('demo', question.id, { answer: 'Ndiyo, kila siku.' });
  console.log(taught.asked_again.text);
}

try {
  await baraza.resources.archive(orders.id, { signal: AbortSignal.timeout(5_000) });
} catch (error) {
  if (isBarazaError(error, 'conflict')) console.log('Archived already.');
  else if (isBarazaError(error)) console.log(error.status, error.code, error.requestId);
  else if (isConnectionError(error)) console.log('Nobody knows whether it happened:', error.code);
  else throw error;
}
