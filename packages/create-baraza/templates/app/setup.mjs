/** Makes what the app needs in Baraza. Run it as often as you like: it makes nothing twice. */
import { readFileSync } from 'node:fs';
import { connect, ensure, ensureStaff, saveSettings } from './baraza.mjs';

const { platform, urls } = connect();
const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

const people = await ensure(platform, {
  service: 'data',
  kind: 'Users',
  name: '{{title}}: people',
  // The staff sees everyone's name; nobody can make themselves staff, because rules trust `role`.
  config: { signUp: true, rules: { view: 'record.id = user.id || user.role = "staff"' } },
});
const visits = await ensure(platform, {
  service: 'data',
  kind: 'Collection',
  name: '{{title}}: visits',
  config: {
    // Also for requests at the same moment: only one of them gets a time.
    unique: ['slot'],
    references: { person: people },
    // A visit says when and by which account, not who that is: so everyone may see which times are taken.
    rules: {
      list: 'user.id != null',
      view: 'user.id != null',
      create: 'body.person = user.id && body.status = "booked"',
      update: 'user.role = "staff"',
      delete: 'record.person = user.id || user.role = "staff"',
    },
    schema: read('visit.json'),
  },
});
await ensureStaff(platform, people);
saveSettings({ name: '{{name}}', platform: urls.platform, people, visits });
console.log('The setup is done.');
