import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { memberRoles } from '@baraza/contract';
import { roleRows, rolesOf } from '../../src/console/people/roles.ts';
import { consoleRouteGroups } from '../../src/console/route-groups.ts';
import { consoleOfSuite } from './console-server.ts';

describe('roles in the console', () => {
  const server = consoleOfSuite('sqlite');
  const sessionRoutes = () =>
    consoleRouteGroups(server.console)
      .flatMap((group) => group.routes)
      .filter(({ policy }) => policy.credential === 'session');

  test('every route of a session has its row in the table of roles, and every row its route', () => {
    const routes = sessionRoutes();
    assert.ok(routes.length > 80);
    const undecided = routes.filter(({ method, path }) => rolesOf(method, path) === undefined);
    assert.deepEqual(
      undecided.map(({ method, path }) => `${method} ${path}`),
      [],
      'add these to packages/server/src/console/people/roles.ts',
    );
    const unused = roleRows.filter((row) => {
      const [method, pattern = ''] = row.split(' ');
      const start = pattern.endsWith('*') ? pattern.slice(0, -1) : undefined;
      return !routes.some(
        (route) =>
          (method === '*' || method === route.method) &&
          (start === undefined ? route.path === pattern : route.path.startsWith(start)),
      );
    });
    assert.deepEqual(unused, []);
  });

  test('each role reaches the routes of its row, and no other, before anything else is checked', async () => {
    const owner = await server.siteServer.newOwner();
    const asha = await server.signIn({ link: await server.newLink(owner.id) });
    for (const role of memberRoles) {
      const made = await asha.call('POST', '/console/members', { name: role, role });
      const { call } = await server.signIn({ link: made.json.url.split('/#/enter/')[1] });
      for (const { method, path } of sessionRoutes()) {
        const allowed = rolesOf(method, path)?.includes(role) === true;
        // The session itself stays; streams stay open.
        if (allowed && (path === '/console/session' || path.endsWith('/events'))) continue;
        const reply = await call(
          method,
          path.replaceAll(/:\w+/g, 'x'),
          method === 'GET' || method === 'DELETE' ? undefined : {},
        );
        const isRole = reply.status === 403 && /for the role/.test(reply.text);
        assert.equal(isRole, !allowed, `${role}: ${method} ${path} is ${reply.status}`);
      }
    }
  });
});
