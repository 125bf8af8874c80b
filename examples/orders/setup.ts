/** Creates the resources of the app in a running Baraza, and writes settings.json. Run it once. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPlatformClient, type PlatformClient } from '@baraza/client';

const port = 4300;

/** The schema of an order; the collection refuses other records. */
const orderSchema = {
  type: 'object',
  required: ['name', 'phone', 'items', 'total', 'status'],
  properties: {
    name: { type: 'string', maxLength: 80 },
    phone: { type: 'string', maxLength: 20 },
    note: { type: 'string', maxLength: 300 },
    items: { type: 'array', minItems: 1, maxItems: 20 },
    total: { type: 'number', minimum: 0 },
    status: { enum: ['sent', 'received', 'ready'] },
  },
};

/** Needs a key of the owner; the app gets a key with fewer scopes. */
export async function createOrderResources({ resources }: PlatformClient, hookUrl: string) {
  const orders = await resources.create({
    service: 'data',
    kind: 'Collection',
    name: 'Orders',
    config: { schema: orderSchema },
  });
  const files = await resources.create({ service: 'storage', kind: 'Bucket', name: 'Order files' });
  const hook = await resources.create({
    service: 'connect',
    kind: 'Webhook',
    name: 'Orders to the shop',
    config: { url: hookUrl, events: ['record-added'] },
  });
  return { orders: orders.id, files: files.id, hook: hook.id, webhookSecret: hook.secret ?? '' };
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..');
  const { platform } = JSON.parse(
    readFileSync(join(process.env.BARAZA_DATA ?? join(root, 'data'), 'bootstrap.json'), 'utf8'),
  );
  const owner = createPlatformClient({ baseUrl: platform.url, key: platform.key });
  const made = await createOrderResources(owner, `http://127.0.0.1:${port}/hook`);
  const words = ['keys', 'create', '--owner', 'local', '--name', 'orders', '--json'];
  const limits = ['--scopes', 'data,storage', '--resources', `${made.orders},${made.files}`];
  const issued = execFileSync('npx', ['baraza', ...words, ...limits], { cwd: root });
  const { key } = JSON.parse(issued.toString('utf8'));
  const shopCode = randomBytes(16).toString('hex');
  const settings = { baraza: platform.url, key, ...made, shopCode, port };
  const file = join(import.meta.dirname, 'settings.json');
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  console.log(`${file} is written.`);
}
