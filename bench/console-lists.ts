/** A console server with the longest supported lists, and links to sign in. */
import { demoProfile } from '../packages/server/src/server/demo/demo-profile.ts';
import { insertObject } from '../packages/server/src/store/platform/objects.ts';
import { insertQuestion } from '../packages/server/src/store/site/questions.ts';
import { sql } from '../packages/server/src/store/store.ts';
import {
  type Browser,
  type ConsoleServer,
  openConsoleServer,
  ownPage,
} from '../packages/server/test/console/console-server.ts';

export interface LongLists {
  readonly url: string;
  /** A one-time sign-in link. */
  readonly newLink: () => Promise<string>;
  readonly pages: {
    readonly records: string;
    readonly manyRecords: string;
    readonly objects: string;
    readonly questions: string;
  };
  readonly close: () => Promise<void>;
}

const recordsMax = 100_000;
const recordsOfImport = 10_000;
const objectCount = 10_000;
const questionCount = 1_000;

export async function openLongLists(): Promise<LongLists> {
  const server = await openConsoleServer('sqlite', {
    environment: { BARAZA_RECORDS_MAX: String(recordsMax) },
  });
  const owner = await server.siteServer.newOwner();
  const site = await owner.newSite(demoProfile, 'demo');
  const newLink = () => server.newLink(owner.id);
  const visitor = await server.signIn({ link: await newLink() });
  const records = await newResource(visitor, 'data', 'Collection');
  await importRecords(server, visitor, records, 1_000);
  const manyRecords = await newResource(visitor, 'data', 'Collection');
  await importRecords(server, visitor, manyRecords, recordsMax);
  const objects = await newResource(visitor, 'storage', 'Bucket');
  await storeObjects(server, objects);
  await storeQuestions(server, site.id);
  return {
    url: server.url,
    newLink,
    pages: {
      records: `/platform/resources/${records}`,
      manyRecords: `/platform/resources/${manyRecords}`,
      objects: `/platform/resources/${objects}`,
      questions: '/sites/demo/questions?show=all',
    },
    close: server.close,
  };
}

async function newResource(visitor: Browser, service: string, kind: string): Promise<string> {
  const body = { service, kind, name: 'bench', config: {} };
  const reply = await visitor.call('POST', '/console/platform/resources', body);
  if (reply.status !== 201) throw new Error(`The resource was not created: ${reply.text}`);
  return reply.json.id;
}

async function importRecords(server: ConsoleServer, visitor: Browser, id: string, count: number) {
  for (let from = 0; from < count; from += recordsOfImport) {
    const length = Math.min(recordsOfImport, count - from);
    const lines = Array.from({ length }, (_, at) => JSON.stringify(recordAt(from + at)));
    const answer = await fetch(`${server.url}/console/platform/resources/${id}/records`, {
      method: 'POST',
      headers: { ...ownPage, cookie: visitor.cookie, 'content-type': 'application/x-ndjson' },
      body: lines.join('\n'),
    });
    if (answer.status !== 201)
      throw new Error(`The records were not stored: ${await answer.text()}`);
    await answer.arrayBuffer();
  }
}

function recordAt(index: number): object {
  return {
    customer: `Customer ${index} of the market street`,
    state: ['open', 'paid', 'sent', 'done'][index % 4],
    amount: (index * 7_919) % 100_000,
    town: ['Nairobi', 'Mombasa', 'Kisumu', 'Nakuru', 'Eldoret'][index % 5],
    note: `Delivery ${index} before noon, the gate beside the pharmacy`,
  };
}

function storeObjects({ siteServer }: ConsoleServer, bucket: string): Promise<void> {
  const nowMs = Date.now();
  const size = 12_345;
  return siteServer.platformServer.installation.store.write(async (tx) => {
    for (let index = 0; index < objectCount; index += 1)
      await insertObject(tx, bucket, {
        key: `photo ${String(index).padStart(5, '0')} of the shop.jpg`,
        blob: `bench-${index}`,
        size: size + index,
        content_type: 'image/jpeg',
        inline: 1,
        sha256: '0'.repeat(64),
        user_id: null,
        created_at: nowMs - index * 60_000,
        updated_at: nowMs - index * 60_000,
      });
    await tx.run(sql`UPDATE resources SET object_count = ${objectCount},
      object_bytes = ${objectCount * size} WHERE id = ${bucket}`);
  });
}

function storeQuestions({ siteServer }: ConsoleServer, siteId: string): Promise<void> {
  const nowMs = Date.now();
  return siteServer.platformServer.installation.store.write(async (tx) => {
    for (let index = 0; index < questionCount; index += 1) {
      const question = `Do you deliver parcel number ${index} to the other side of the town on a Sunday?`;
      await insertQuestion(tx, {
        site_id: siteId,
        id: `q_${String(index).padStart(26, '0')}`,
        asked_at: nowMs - index * 600_000,
        question,
        question_folded: question.toLowerCase(),
        language: index % 3 === 0 ? 'sw' : 'en',
        mode: index % 5 === 0 ? 'voice' : 'text',
        answered: index % 2,
        answer: index % 2 === 0 ? '' : 'Yes, every day from eight to six.',
        sources: '[]',
        conversation: null,
        status: 'new',
        feedback: index % 7 === 0 ? 'down' : null,
        page: null,
        other_language: 0,
        notified: 1,
      });
    }
  });
}
