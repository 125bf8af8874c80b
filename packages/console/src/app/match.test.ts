import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchPath, parseHash, pathTo } from './match.ts';

test('a path is matched part by part, and its parameters are decoded', () => {
  const pattern = '/sites/:site/questions/:id?';
  assert.deepEqual(matchPath(pattern, '/sites/duka/questions'), { site: 'duka' });
  assert.deepEqual(matchPath(pattern, '/sites/duka/questions/q%2F1'), { site: 'duka', id: 'q/1' });
  assert.equal(matchPath(pattern, '/sites/duka'), undefined);
  assert.equal(matchPath(pattern, '/sites/duka/questions/1/2'), undefined);
  assert.equal(matchPath(pattern, '/sites/duka/leads/1'), undefined);
  assert.equal(matchPath('/sites/:site', '/sites/%E0%A4%A'), undefined);
  assert.deepEqual(matchPath('/', '/'), {});
});

test('a pattern and its parameters make a path that matches the pattern', () => {
  const params = { site: 'duka la asha', id: 'a/b' };
  const path = pathTo('/sites/:site/questions/:id?', params);
  assert.equal(path, '/sites/duka%20la%20asha/questions/a%2Fb');
  assert.deepEqual(matchPath('/sites/:site/questions/:id?', path), params);
  assert.equal(pathTo('/sites/:site/questions/:id?', { site: 'duka' }), '/sites/duka/questions');
});

test('a hash has a path and a query', () => {
  assert.deepEqual(parseHash('#/sites//duka/?tab=2'), { path: '/sites/duka', query: 'tab=2' });
  assert.deepEqual(parseHash(''), { path: '/', query: '' });
});
