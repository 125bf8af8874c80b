/** Makes what the shop needs in Baraza. Run it as often as you like: it makes nothing twice. */
import { readFileSync } from 'node:fs';
import { connect, ensure, ensureSite, ensureStaff, saveSettings } from './baraza.mjs';

const { platform, sites, urls } = connect();
const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

const people = await ensure(platform, {
  service: 'data',
  kind: 'Users',
  name: '{{title}}: staff',
});
const orders = await ensure(platform, {
  service: 'data',
  kind: 'Collection',
  name: '{{title}}: orders',
  config: {
    // Everyone may order; only the staff sees orders and marks them.
    rules: {
      create: 'body.status = "new"',
      list: 'user.role = "staff"',
      view: 'user.role = "staff"',
      update: 'user.role = "staff"',
    },
    schema: read('order.json'),
  },
});
await ensureStaff(platform, people);
const assistant = await ensureSite({ sites, urls }, '{{name}}', read('business.json'));
saveSettings({ name: '{{name}}', platform: urls.platform, people, orders, assistant });
console.log('The setup is done.');
