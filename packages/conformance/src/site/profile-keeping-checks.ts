/** What an owner wrote stays: patches, entries one by one, taught answers and versions. */
import { display, expect, expectEqual, expectShape, is } from '../check.ts';
import { expectRefused, expectReply, expectStatus, type Json } from '../reply.ts';
import { offered, type SiteBench, siteSection } from './bench.ts';

/** An entry of each list, and what replaces a part of it. */
const lists: { readonly [list: string]: readonly [entry: Json, change: Json] } = {
  facts: [
    { title: 'Sabuni', text: 'Sabuni iko rafu ya kwanza.' },
    { url: 'https://example.com/sabuni' },
  ],
  faqs: [
    { question: 'Mna sabuni?', answer: 'Ndiyo, tuna sabuni.' },
    { url: 'https://example.com/sabuni' },
  ],
  documents: [
    { title: 'Sabuni', text: 'Sabuni iko rafu ya pili.' },
    { url: 'https://example.com/sabuni' },
  ],
  prices: [{ item: 'Sabuni', price: 120, currency: 'KES' }, { price: 130 }],
};

export const profileKeepingSection = siteSection(
  'profile versions',
  {
    'profile-patched': 'A patch changes the fields that it names, and null removes one',
    'profile-patch-lists': 'A patch that names a list is 400 with the endpoint that changes it',
    'profile-patch-stale': 'A patch with a stale If-Match is 409 with the code version',
    'profile-patches-at-once': 'Concurrent patches of two tabs are both applied',
    'profile-entries': 'An entry is added with an id (201), replaced, deleted, and then 404',
    'profile-lists-unknown': 'An unknown list is 404',
    'profile-price-ids': 'Every price has an id, and saving what was read changes nothing',
    'profile-dry-run':
      'A dry run saves nothing and reports what would be added, changed and removed',
    'profile-taught-stays':
      'A taught answer stays when a profile without it is saved, with a warning',
    'profile-versions': 'Versions are listed newest first, with time, author and changes',
    'profile-restored':
      'An earlier version is read, and restored as a new one; an unknown one is 404',
  },
  {
    async 'profile-patched'({ own }) {
      const { phone, faqs } = own.profile;
      expectStatus(await patch(own, { business: 'Duka la Pili', email: null }), 200);
      const kept = (await own.read()).profile;
      expectShape(kept, { business: 'Duka la Pili', email: '', phone }, 'what is kept');
      expectEqual(kept.faqs.length, faqs.length, 'the number of faqs');
    },
    async 'profile-patch-lists'({ own }) {
      for (const list of Object.keys(lists)) {
        const reply = await patch(own, { [list]: [] });
        expectReply(reply, 400, { code: 'invalid', error: is.having(`/${list}`) });
      }
    },
    async 'profile-patch-stale'({ own }) {
      const reply = await patch(own, { business: 'x' }, { 'if-match': '"999999"' });
      expectRefused(reply, 409, 'version');
    },
    async 'profile-patches-at-once'({ own }) {
      const [phone, address] = ['+254700000009', 'Moi Avenue'];
      const replies = await Promise.all([patch(own, { phone }), patch(own, { address })]);
      for (const reply of replies) expectStatus(reply, 200);
      expectShape((await own.read()).profile, { phone, address }, 'what is there');
    },
    async 'profile-entries'({ own }) {
      for (const [list, [entry, change]] of Object.entries(lists)) {
        const at = `/profile/${list}`;
        const added = offered(await own.call('POST', at, entry), 'changing the profile');
        expectReply(added, 201, { id: is.text, version: is.whole });
        const { id, version } = added.body;
        const one = `${at}/${encodeURIComponent(id)}`;
        const changed = await own.call('PUT', one, { ...entry, ...change });
        expectReply(changed, 200, { id, version: version + 1 });
        expectReply(await own.call('DELETE', one), 200, { version: version + 2 });
        expectRefused(await own.call('DELETE', one), 404, 'not_found', 'deleting it again');
      }
    },
    async 'profile-lists-unknown'({ own }) {
      expectRefused(await own.call('POST', '/profile/hours', { text: 'x' }), 404, 'not_found');
    },
    async 'profile-price-ids'({ own }) {
      const prices = ['Unga', 'Sukari'].map((item) => ({ item, price: 180, currency: 'KES' }));
      await own.save({ ...own.profile, prices });
      const { profile, version } = await own.read();
      const ids = new Set(profile.prices.map(({ id }: Json) => id));
      expect(ids.size === 2 && !ids.has(undefined), `prices are ${display(profile.prices)}`);
      expectReply(await own.save(profile), 200, { version });
    },
    async 'profile-dry-run'({ own }) {
      const before = await own.read();
      const body = { ...own.profile, business: 'x', faqs: own.profile.faqs.slice(1) };
      const { changes } = (await own.call('PUT', '/profile?dry_run=true', body)).body;
      expectShape(changes, { added: is.list, changed: is.list, removed: is.list }, 'changes');
      expectEqual(changes.removed.length, 1, 'the number of removed entries');
      const after = await own.read();
      expectEqual([after.version, after.profile], [before.version, before.profile], 'the rest');
      const { warnings } = (await own.save(body)).body;
      const isCounted = warnings.some((line: unknown) => /\b1\b/.test(String(line)));
      expect(isCounted, `warnings of the save are ${display(warnings)}`);
    },
    async 'profile-taught-stays'({ own, ask }) {
      const { id } = (await ask('Mna bwawa la kuogelea?')).done;
      const answer = 'Ndiyo, bwawa la kuogelea liko juu ya paa.';
      const taught = await own.call('POST', `/questions/${id}/answer`, { answer, language: 'sw' });
      const { faq } = offered(taught, 'teaching').body;
      const saved = (await own.save(own.profile)).body;
      const kept = saved.profile.faqs.find((one: Json) => one.id === faq.id);
      await own.call('DELETE', `/profile/faqs/${encodeURIComponent(faq.id)}`);
      expectEqual([faq.taught, kept?.answer], [true, faq.answer], 'taught, and what is kept');
      expect(saved.warnings.length > 0, 'there is no warning');
      const { faqs } = (await own.save(own.profile)).body.profile;
      expectEqual(faqs.length, own.profile.faqs.length, 'the number of faqs after deleting it');
    },
    async 'profile-versions'({ own, target }) {
      await patch(own, { business: 'Duka la Tatu' });
      const reply = offered(await own.call('GET', '/profile/versions'), 'changing the profile');
      const { versions } = reply.body;
      const numbers: number[] = versions.map(({ version }: Json) => version);
      expectEqual(numbers[0], (await own.read()).version, 'the newest');
      expect(numbers.length <= 100, `there are ${numbers.length}`);
      const newestFirst = numbers.toSorted((one, two) => two - one);
      expectEqual(numbers, newestFirst, 'the order');
      const version = { saved_at: is.time, by: is.text, changes: is.present };
      for (const one of versions) expectShape(one, version, 'a version');
      expect(!reply.text.includes(target.ownerKey ?? 'osk_'), 'a credential is in it');
    },
    async 'profile-restored'({ own }) {
      const { version, profile } = await own.read();
      await patch(own, { business: 'Duka la Nne' });
      const at = `/profile/versions/${version}`;
      const kept = offered(await own.call('GET', at), 'changing the profile').body;
      expectEqual(kept.profile, profile, 'the profile of the earlier version');
      const restored = await own.call('POST', `${at}/restore`);
      expectEqual(restored.body.version, version + 2, 'the version of restoring');
      expectEqual((await own.read()).profile, profile, 'what is there');
      expectRefused(await own.call('GET', '/profile/versions/999999'), 404, 'not_found');
    },
  },
);

// A server may leave the profile out as a whole.
async function patch({ call }: SiteBench['own'], changes: Json, headers = {}) {
  return offered(await call('PATCH', '/profile', changes, headers), 'changing the profile');
}
