/** One owner's writer of leads, profiles, site keys and platform keys: every answer it got is in its books. */
import assert from 'node:assert/strict';
import type { Random } from '../../packages/server/test/fixtures/random.ts';
import type { Installation, SiteOwner } from './installation.ts';

/** What a write that had no answer may have done. */
type Open =
  | { readonly kind: 'profile'; readonly about: string }
  | { readonly kind: 'lead'; readonly contact: string }
  | { readonly kind: 'site key' | 'platform key' };

export interface SiteLedger {
  /** Sends one write; false when no answer came. */
  readonly write: (server: Installation) => Promise<boolean>;
  /** Everything that was acknowledged is there, and nothing that was not sent. */
  readonly audit: (server: Installation) => Promise<void>;
}

export async function openSiteLedger(
  server: Installation,
  random: Random,
  slug: string,
): Promise<SiteLedger> {
  const owner: SiteOwner = await server.newOwner(slug);
  let siteKey = await server.newSite(slug, { about: 'first' }, owner.credential);
  let about = 'first';
  let version = 0;
  let writes = 0;
  let open: Open | undefined;
  const contacts = new Set<string>();
  const keys = new Set<string>([owner.key]);
  const admin = `/v1/admin/sites/${slug}`;
  const asOwner = (at: Installation, method: string, path: string, body?: unknown) =>
    at.visit(method, `${admin}${path}`, { key: owner.credential, body });

  const steps: readonly ((at: Installation) => Promise<void>)[] = [
    async (at) => {
      const wanted = `${slug} version ${writes} ${'x'.repeat(1 + random.below(4_000))}`;
      open = { kind: 'profile', about: wanted };
      const saved = fine(await asOwner(at, 'PUT', '/profile', { about: wanted }));
      about = wanted;
      version = saved.version;
    },
    async (at) => {
      const contact = `${slug}-${writes}@example.com`;
      open = { kind: 'lead', contact };
      fine(await at.visit('POST', `/v1/sites/${slug}/leads`, { body: { contact } }));
      contacts.add(contact);
    },
    async (at) => {
      open = { kind: 'site key' };
      siteKey = fine(await asOwner(at, 'POST', '/rotate-key')).key;
    },
    async (at) => {
      open = { kind: 'platform key' };
      const given = { owner: owner.id, name: 'k', scopes: ['data'], expiresInMs: null };
      keys.add((await at.command('keys create', given)).key);
    },
  ];

  return {
    write: async (at) => {
      writes += 1;
      const step = random.pick([0, 1, 1, 1, 2, 3]);
      try {
        await steps[step]?.(at);
      } catch (error) {
        // A refusal is no kill.
        if (error instanceof assert.AssertionError) throw error;
        return false;
      }
      open = undefined;
      return true;
    },
    audit: async (at) => {
      const details = fine(await asOwner(at, 'GET', ''));
      const found: string = details.profile.about;
      const mayBe = open?.kind === 'profile' ? [about, open.about] : [about];
      assert.ok(mayBe.includes(found), `${slug} has another profile: ${found.slice(0, 60)}`);
      assert.ok((details.profile.version ?? version) >= version, 'an older version came back');
      about = found;
      if (open?.kind === 'site key') siteKey = details.site.key;
      assert.equal(details.site.key, siteKey, `${slug} has another key`);

      const leads = fine(await asOwner(at, 'GET', '/leads?limit=1000')).leads;
      const listed = new Set<string>(leads.map((lead: { contact: string }) => lead.contact));
      for (const contact of contacts) assert.ok(listed.has(contact), `${contact} is lost`);
      assert.equal(listed.size, leads.length, 'a lead is there twice');
      const strays = [...listed].filter((contact) => !contacts.has(contact));
      const wanted = open?.kind === 'lead' ? [open.contact] : [];
      for (const contact of strays) {
        assert.ok(wanted.includes(contact), `nobody sent ${contact}`);
        contacts.add(contact);
      }
      for (const key of keys) {
        const { status } = await at.platform('GET', '/api/platform/status', { key });
        assert.equal(status, 200, 'a key that was given is lost');
      }
      open = undefined;
    },
  };
}

function fine({ status, text, json }: Awaited<ReturnType<Installation['visit']>>) {
  assert.ok(status < 300, `${status} ${text.slice(0, 300)}`);
  return json;
}
