/** Where Baraza is, and how the setup makes things there without making them twice. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  createPlatformClient,
  createSiteOwnerClient,
  isBarazaError,
  isConnectionError,
} from '@baraza/client';

export const folder = import.meta.dirname;
export const settingsFile = join(folder, 'settings.json');
const envFile = join(folder, '.env');
// What is set already goes before what the file says.
if (existsSync(envFile)) process.loadEnvFile(envFile);

/** Signs in as the owner: at the server of the environment, or at the one that `npm run dev` has started. */
export function connect() {
  const { env } = process;
  // A refusal of Baraza is a sentence that says what would be right.
  process.once('uncaughtException', (error) => {
    console.error(isBarazaError(error) || isConnectionError(error) ? error.message : error);
    process.exit(1);
  });
  const isElsewhere = env.PLATFORM_URL !== undefined;
  const platform = isElsewhere
    ? { url: env.PLATFORM_URL, key: env.PLATFORM_KEY }
    : { url: started('run').platform.url, key: started('bootstrap').platform.key };
  const site = isElsewhere
    ? { url: env.SITE_URL, key: env.SITE_OWNER_KEY }
    : { url: started('run').site.url, key: started('bootstrap').site.owner_key };
  return {
    urls: { platform: platform.url, site: site.url },
    platform: createPlatformClient({
      baseUrl: platform.url,
      key: platform.key,
      // That rules begin to trust a field is said of every new project; it matters if accounts have it already.
      warn: (line) => line.includes(' 0 accounts ') || console.warn(line),
    }),
    sites: createSiteOwnerClient({ baseUrl: site.url, ownerKey: site.key }),
  };
}

function started(name) {
  try {
    const data = join(folder, process.env.BARAZA_DATA ?? 'data');
    return JSON.parse(readFileSync(join(data, `${name}.json`), 'utf8'));
  } catch {
    console.error('Baraza does not run here; start it with: npm run dev');
    process.exit(1);
  }
}

/** The id of the resource with this name; it is made if there is none, and gets its config if that has changed. */
export async function ensure({ resources }, { service, kind, name, config = {} }) {
  for await (const found of resources.iterate({ service })) {
    if (found.kind !== kind || found.name !== name || found.state === 'archived') continue;
    if (!isDeepStrictEqual(found.config, config)) await resources.configure(found.id, config);
    return found.id;
  }
  return (await resources.create({ service, kind, name, config })).id;
}

/** Makes the account of .env in a Users resource. */
export async function ensureStaff(platform, people) {
  const { STAFF_EMAIL: email, STAFF_PASSWORD: password } = process.env;
  const account = { email, password, name: 'Staff', role: 'staff' };
  await platform
    .users(people)
    .signUp(account)
    .catch((error) => {
      if (!isBarazaError(error, 'conflict')) throw error;
    });
}

/** What the page needs to show the assistant. The profile is only read at first: later you edit it in the console. */
export async function ensureSite({ sites, urls }, id, profile) {
  const { site } = await sites.get(id).catch((error) => {
    if (!isBarazaError(error) || error.status !== 404) throw error;
    return sites.create(id, profile);
  });
  return { script: `${urls.site}/w.js`, site: id, key: site.key };
}

/** Ids and addresses for the page; nothing in it is secret. */
export function saveSettings(settings) {
  writeFileSync(settingsFile, `${JSON.stringify(settings, null, 2)}\n`);
}
