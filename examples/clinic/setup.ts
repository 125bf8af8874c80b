/** Creates the resources of the clinic in a running Baraza, and writes settings.json. Run it once. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createPlatformClient,
  type JsonObject,
  type PlatformClient,
  type Service,
} from '@baraza/client';

const folder = import.meta.dirname;

/** Needs a key of the owner; the server gets a key with fewer scopes, and the pages get none. */
export async function createClinic(
  { resources, storage, users }: PlatformClient,
  staff: { readonly email: string; readonly password: string },
) {
  const create = async (service: Service, kind: string, config: JsonObject = {}) =>
    (await resources.create({ service, kind, name: `Clinic: ${kind}`, config })).id;
  const people = await create('data', 'Users', { signUp: true, fields: { readonly: ['role'] } });
  // `unique` also holds for concurrent requests: only one of them gets a slot.
  const config = JSON.parse(readFileSync(join(folder, 'appointments.json'), 'utf8'));
  const appointments = await create('data', 'Collection', config);
  const files = await create('storage', 'Bucket');
  const guide = readFileSync(join(folder, 'visiting.md'));
  await storage.upload(files, 'visiting.md', guide, { contentType: 'text/markdown' });
  const assistant = await create('ai', 'Assistant', { knowledge: [files] });
  const account = { ...staff, role: 'staff', name: 'Reception' };
  await users<{ role: string; name: string }>(people).signUp(account);
  return { people, appointments, files, assistant };
}

if (import.meta.main) {
  const root = join(folder, '../..');
  const { platform } = JSON.parse(
    readFileSync(join(process.env.BARAZA_DATA ?? join(root, 'data'), 'bootstrap.json'), 'utf8'),
  );
  const owner = createPlatformClient({ baseUrl: platform.url, key: platform.key });
  const staff = { email: 'staff@clinic.example', password: randomBytes(9).toString('base64url') };
  const made = await createClinic(owner, staff);
  const words = ['keys', 'create', '--owner', 'local', '--name', 'clinic', '--json'];
  const ids = `${made.appointments},${made.files},${made.assistant}`;
  const limits = ['--scopes', 'data:read,storage:read,ai', '--resources', ids];
  const issued = execFileSync('npx', ['baraza', ...words, ...limits], { cwd: root });
  const { key } = JSON.parse(String(issued));
  const settings = { baraza: platform.url, key, ...made, port: 4301 };
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  console.log(`settings.json is written. Staff sign in as ${staff.email} with ${staff.password}`);
}
