/** What an owner wrote stays: patches, entries one by one, taught answers and versions. */
import { CheckSkipped, type Checks, display, expect, expectEqual } from '../check.ts';
import { expectRefused, expectStatus, type Json, type Reply } from '../reply.ts';
import type { SiteBench } from './bench.ts';

export const profileKeepingChecks: Checks<SiteBench> = {
  'profile-patched': {
    holds: 'A patch changes the fields that it names, and null removes one',
    run: (bench) =>
      bench.withProfile({}, async ({ path, profile }) => {
        const { admin, read } = bench;
        const patch = { business: 'Duka la Pili', email: null };
        const reply = offered(await admin('PATCH', `${path}/profile`, { body: patch }));
        expectStatus(reply, 200);
        const kept = (await read(path)).profile;
        expectEqual(
          [kept.business, kept.email, kept.phone, kept.faqs.length],
          ['Duka la Pili', '', profile.phone, profile.faqs.length],
          'business, email, phone and the number of faqs',
        );
      }),
  },
  'profile-patch-lists': {
    holds: 'A patch that names a list is 400 with the endpoint that changes it',
    run: async ({ requireOwnSite, admin }) => {
      for (const list of lists) {
        const body = { [list]: [] };
        const reply = offered(await admin('PATCH', `${requireOwnSite().path}/profile`, { body }));
        expectRefused(reply, 400, 'invalid', `the answer to ${list}`);
        expect(reply.json().error.includes(`/${list}`), `the text is ${display(reply.json())}`);
      }
    },
  },
  'profile-patch-stale': {
    holds: 'A patch with a stale If-Match is 409 with the code version',
    run: async ({ requireOwnSite, admin }) => {
      const headers = { 'if-match': '"999999"' };
      const body = { business: 'x' };
      const reply = offered(
        await admin('PATCH', `${requireOwnSite().path}/profile`, { body, headers }),
      );
      expectRefused(reply, 409, 'version');
    },
  },
  'profile-patches-at-once': {
    holds: 'Concurrent patches of two tabs are both applied',
    run: (bench) =>
      bench.withProfile({}, async ({ path }) => {
        const patches = [{ phone: '+254700000009' }, { address: 'Moi Avenue' }];
        const replies = await Promise.all(
          patches.map((body) => bench.admin('PATCH', `${path}/profile`, { body })),
        );
        for (const reply of replies) expectEqual(offered(reply).status, 200, 'a status');
        const { phone, address } = (await bench.read(path)).profile;
        expectEqual([phone, address], ['+254700000009', 'Moi Avenue'], 'what is there');
      }),
  },
  'profile-entries': {
    holds: 'An entry is added with an id (201), replaced, deleted, and then 404',
    run: (bench) =>
      bench.withProfile({}, async ({ path }) => {
        for (const list of lists) {
          const at = `${path}/profile/${list}`;
          const body = entryOf(list);
          const added = offered(await bench.admin('POST', at, { body }));
          const { id, version } = added.json();
          expectStatus(added, 201, `the status of adding to ${list}`);
          expect(typeof id === 'string' && Number.isInteger(version), `it is ${added.text}`);
          const one = `${at}/${encodeURIComponent(id)}`;
          const changed = await bench.admin('PUT', one, { body: { ...body, ...changeOf(list) } });
          expectEqual(
            [changed.status, changed.json().id, changed.json().version],
            [200, id, version + 1],
            `status, id and version of replacing one of ${list}`,
          );
          const gone = await bench.admin('DELETE', one);
          expectEqual([gone.status, gone.json().version], [200, version + 2], 'of deleting it');
          const again = await bench.admin('DELETE', one);
          expectRefused(again, 404, 'not_found', 'of doing it again');
        }
      }),
  },
  'profile-lists-unknown': {
    holds: 'An unknown list is 404',
    run: async ({ requireOwnSite, admin }) => {
      const reply = await admin('POST', `${requireOwnSite().path}/profile/hours`, {
        body: { text: 'x' },
      });
      expectRefused(reply, 404, 'not_found');
    },
  },
  'profile-price-ids': {
    holds: 'Every price has an id, and saving what was read changes nothing',
    run: (bench) =>
      bench.withProfile({}, async ({ path, profile }) => {
        const prices = ['Unga', 'Sukari'].map((item) => ({ item, price: 180, currency: 'KES' }));
        await bench.saveProfile({ ...profile, prices });
        const read = await bench.read(path);
        const ids = new Set(read.profile.prices.map(({ id }: Json) => id));
        expect(ids.size === 2 && !ids.has(undefined), `prices are ${display(read.profile.prices)}`);
        const saved = await bench.saveProfile(read.profile);
        expectEqual(saved.json().version, read.version, 'the version after putting it back');
      }),
  },
  'profile-dry-run': {
    holds: 'A dry run saves nothing and reports what would be added, changed and removed',
    run: (bench) =>
      bench.withProfile({}, async ({ path, profile }) => {
        const before = await bench.read(path);
        const body = { ...profile, business: 'x', faqs: profile.faqs.slice(1) };
        const tried = await bench.admin('PUT', `${path}/profile?dry_run=true`, { body });
        const { changes } = tried.json();
        expect(
          ['added', 'changed', 'removed'].every((kind) => Array.isArray(changes?.[kind])),
          `changes is ${display(changes)}`,
        );
        expectEqual(changes.removed.length, 1, 'the number of removed entries');
        const after = await bench.read(path);
        expectEqual([after.version, after.profile], [before.version, before.profile], 'the rest');
        const saved = (await bench.admin('PUT', `${path}/profile`, { body })).json();
        expect(
          saved.warnings.some((line: unknown) => /\b1\b/.test(String(line))),
          `warnings of the save are ${display(saved.warnings)}`,
        );
      }),
  },
  'profile-taught-stays': {
    holds: 'A taught answer stays when a profile without it is saved, with a warning',
    run: (bench) =>
      bench.withProfile({}, async ({ path, profile }) => {
        const { done } = await bench.ask({ question: 'Mna bwawa la kuogelea?' });
        const taught = await bench.admin('POST', `${path}/questions/${done.id}/answer`, {
          body: { answer: 'Ndiyo, bwawa la kuogelea liko juu ya paa.', language: 'sw' },
        });
        const { faq } = offered(taught).json();
        const saved = (await bench.saveProfile(profile)).json();
        const kept = saved.profile.faqs.find(({ id }: Json) => id === faq.id);
        await bench.admin('DELETE', `${path}/profile/faqs/${encodeURIComponent(faq.id)}`);
        expectEqual([faq.taught, kept?.answer], [true, faq.answer], 'taught, and what is kept');
        expect(saved.warnings.length > 0, 'there is no warning');
        const { faqs } = (await bench.saveProfile(profile)).json().profile;
        expectEqual(faqs.length, profile.faqs.length, 'how many faqs there are after deleting it');
      }),
  },
  'profile-versions': {
    holds: 'Versions are listed newest first, with time, author and changes',
    run: (bench) =>
      bench.withProfile({}, async ({ path }) => {
        await bench.admin('PATCH', `${path}/profile`, { body: { business: 'Duka la Tatu' } });
        const reply = offered(await bench.admin('GET', `${path}/profile/versions`));
        const { versions } = reply.json();
        const numbers = versions.map(({ version }: Json) => version);
        expectEqual(numbers[0], (await bench.read(path)).version, 'the newest');
        expect(numbers.length <= 100, `there are ${numbers.length}`);
        expectEqual(
          numbers,
          numbers.toSorted((one: number, two: number) => two - one),
          'the order',
        );
        for (const { saved_at, by, changes } of versions)
          expect(
            !Number.isNaN(Date.parse(saved_at)) && typeof by === 'string' && changes !== undefined,
            `one is ${display({ saved_at, by, changes })}`,
          );
        expect(!reply.text.includes(bench.target.ownerKey ?? 'osk_'), 'a credential is in it');
      }),
  },
  'profile-restored': {
    holds: 'An earlier version is read, and restored as a new one; an unknown one is 404',
    run: (bench) =>
      bench.withProfile({}, async ({ path }) => {
        const before = await bench.read(path);
        const body = { business: 'Duka la Nne' };
        await bench.admin('PATCH', `${path}/profile`, { body });
        const at = `${path}/profile/versions/${before.version}`;
        const kept = offered(await bench.admin('GET', at)).json();
        expectEqual(kept.profile, before.profile, 'the profile of the earlier version');
        const restored = await bench.admin('POST', `${at}/restore`);
        expectEqual(restored.json().version, before.version + 2, 'the version of restoring');
        expectEqual((await bench.read(path)).profile, before.profile, 'what is there');
        const absent = await bench.admin('GET', `${path}/profile/versions/999999`);
        expectRefused(absent, 404, 'not_found', 'of an absent one');
      }),
  },
};

const lists = ['facts', 'faqs', 'documents', 'prices'] as const;

function entryOf(list: (typeof lists)[number]): Json {
  if (list === 'prices') return { item: 'Sabuni', price: 120, currency: 'KES' };
  if (list === 'faqs') return { question: 'Mna sabuni?', answer: 'Ndiyo, tuna sabuni.' };
  return { title: 'Sabuni', text: `Sabuni iko rafu ya kwanza, ${list}.` };
}

function changeOf(list: (typeof lists)[number]): Json {
  return list === 'prices' ? { price: 130 } : { url: 'https://example.com/sabuni' };
}

// A server may leave the profile out as a whole.
function offered(reply: Reply): Reply {
  if (reply.status === 501) throw new CheckSkipped('changing the profile is not offered');
  return reply;
}
