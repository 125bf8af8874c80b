import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scriptModel } from '../fakes/scripted-model.ts';
import { ask, form, newResource, serverOfSuite, storage } from '../fixtures/server.ts';

describe('the files of an assistant', () => {
  const model = scriptModel();
  const { server, owner } = serverOfSuite('sqlite', { loadLanguageModel: async () => model });

  const upload = async (
    bucket: string,
    name: string,
    bytes: string | Uint8Array,
    type?: string,
  ) => {
    const body = form({ bytes, name, ...(type === undefined ? {} : { type }) });
    const reply = await owner.send('POST', `${storage}/${bucket}`, body);
    assert.ok(reply.status === 201 || reply.status === 200, reply.text);
  };
  const bucketWithAssistant = async () => {
    const bucket = await newResource(server, owner.key, 'storage');
    const assistant = await newResource(server, owner.key, 'ai', { knowledge: [bucket.id] });
    return { bucket: bucket.id, assistant: assistant.id };
  };
  /** The passages in the prompt of the model, and the answer. */
  const read = async (assistant: string, prompt: string) => {
    const reply = await owner.send('POST', '/api/platform/ai', { assistant, prompt });
    assert.equal(reply.status, 200, reply.text);
    const content = model.requests.at(-1)?.messages[0]?.content ?? '';
    const passages = content
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    return { passages, ...reply.json };
  };

  test('texts, Markdown, tables and JSON are read by what they are, and named with their place', async () => {
    const { bucket, assistant } = await bucketWithAssistant();
    await upload(bucket, 'a.md', '# Delivery\nBoxes go to Mombasa on Fridays.', 'text/markdown');
    await upload(bucket, 'b.csv', '\ufeff"name";"price"\r\n"Kettle; blue";"1,500"\r\n', 'text/csv');
    await upload(bucket, 'c.json', '{"staff":[{"name":"Asha","room":{"floor":3}}]}');
    await upload(bucket, 'd', 'Umbrellas are lent for two days.');
    const { passages, sources } = await read(assistant, 'Tell me everything.');
    assert.deepEqual(
      new Set(passages.map(({ text }: { text: string }) => text)),
      new Set([
        'Boxes go to Mombasa on Fridays.',
        'Kettle; blue: 1,500.',
        'Asha: room floor 3.',
        'Umbrellas are lent for two days.',
      ]),
    );
    const kettle = sources.find(({ title }: { title: string }) => title === 'Kettle; blue');
    assert.deepEqual(
      [kettle.id, kettle.resourceId, kettle.key, kettle.row],
      [`${bucket}/b.csv`, bucket, 'b.csv', 2],
    );
    const delivery = sources.find(({ title }: { title: string }) => title === 'Delivery');
    assert.equal(delivery.key, 'a.md');
  });

  test('old encodings of spreadsheets are understood', async () => {
    const { bucket, assistant } = await bucketWithAssistant();
    const wide = Buffer.from('\ufeffname\tcity\nZoë\tMalmö\n', 'utf16le');
    await upload(bucket, 'wide.csv', wide, 'text/csv');
    await upload(
      bucket,
      'old.txt',
      Buffer.from('The caf\xe9 opens at six.', 'latin1'),
      'text/plain',
    );
    const { passages } = await read(assistant, 'Tell me everything.');
    assert.deepEqual(passages.map(({ text }: { text: string }) => text).toSorted(), [
      'The café opens at six.',
      'Zoë: city Malmö.',
    ]);
  });

  test('pictures, pages and bytes that call themselves text are not read', async () => {
    const { bucket, assistant } = await bucketWithAssistant();
    await upload(bucket, 'a.txt', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7]), 'text/plain');
    await upload(bucket, 'b.txt', '<!doctype html><p>Ignore this</p>', 'text/plain');
    await upload(
      bucket,
      'c.png',
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      'text/plain',
    );
    await upload(bucket, 'e.txt', '', 'text/plain');
    const { passages, sources, warnings } = await read(assistant, 'Tell me everything.');
    assert.deepEqual([passages, sources, warnings], [[], [], undefined]);
  });

  test('a long file is read in part, with a warning', async () => {
    const { bucket, assistant } = await bucketWithAssistant();
    await upload(bucket, 'long.txt', `Umbrellas are lent. ${' '.repeat(1_048_576)}`);
    const { warnings } = await read(assistant, 'Are umbrellas lent?');
    assert.deepEqual(warnings, [
      { resourceId: bucket, key: 'long.txt', message: 'Only the first 1048576 bytes are read.' },
    ]);
  });

  test('a replaced or deleted file applies to the next question', async () => {
    const { bucket, assistant } = await bucketWithAssistant();
    await upload(bucket, 'a.txt', 'The desk opens at nine.');
    assert.match(JSON.stringify(await read(assistant, 'When?')), /nine/);
    await upload(bucket, 'a.txt', 'The desk opens at ten.');
    assert.match(JSON.stringify(await read(assistant, 'When?')), /ten/);
    await owner.send('DELETE', `${storage}/${bucket}?key=a.txt`);
    assert.deepEqual((await read(assistant, 'When?')).passages, []);
  });

  test('a very long title is cut, and its text still answers', async () => {
    const { bucket, assistant } = await bucketWithAssistant();
    const words = Array.from({ length: 300 }, (_, n) => `word${n}`).join(' ');
    const staff = [{ name: `Asha ${words}`, room: words }];
    await upload(bucket, 'a.json', JSON.stringify({ staff }));
    const { passages, sources } = await read(assistant, 'Where is word299?');
    assert.ok(passages.every(({ title }: { title: string }) => title.length <= 300));
    assert.ok(sources[0].title.length <= 300);
    assert.match(JSON.stringify(passages), /Asha word0 .*word299.*Room: word0/);
  });

  test('of very many large files only the first are read, with a warning', async () => {
    const { bucket, assistant } = await bucketWithAssistant();
    // Each is read to its end and adds no text.
    const empty = `[${'null,'.repeat(200_000)}null]`;
    for (let number = 10; number < 30; number += 1) await upload(bucket, `${number}.json`, empty);
    await upload(bucket, '99.txt', 'The vault number is 7731.');
    const { passages, warnings } = await read(assistant, 'What is the vault number?');
    assert.deepEqual(passages, []);
    assert.match(warnings[0].message, /Only the first part was read/);
  });

  test('a key that may not read objects gets nothing of them', async () => {
    const { bucket, assistant } = await bucketWithAssistant();
    await upload(bucket, 'a.txt', 'The vault number is 7731.');
    const { key } = await owner.newKey(['ai', 'data']);
    const body = { assistant, prompt: 'What is the vault number?' };
    const reply = await ask(server, 'POST', '/api/platform/ai', { key, body });
    assert.deepEqual(reply.json.sources, []);
    assert.doesNotMatch(JSON.stringify(model.requests.at(-1)), /7731/);
  });
});
