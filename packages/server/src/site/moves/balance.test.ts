import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseMoves } from './balance.ts';

const site = (site_id: string, questions: number, bytes = 1) => ({ site_id, questions, bytes });
const node = (name: string, questions: number, sites = ['*']) => ({ name, questions, sites });
const chosen = (...given: Parameters<typeof chooseMoves>) =>
  chooseMoves(...given).map((move) => `${move.site} to ${move.to}`);

test('busy sites go to the server with the least to do, while that brings both closer', () => {
  const sites = [site('a', 100), site('b', 60), site('c', 50), site('d', 10)];
  assert.deepEqual(chosen(sites, [node('n', 0), node('m', 40)]), ['a to n', 'b to m']);
});

test('a site never goes where it would only carry the load along', () => {
  assert.deepEqual(chosen([site('a', 100)], [node('n', 0)]), []);
  assert.deepEqual(chosen([site('a', 50), site('b', 50)], [node('n', 90)]), []);
});

test('a node gets the sites of its grant only, and sites without questions stay', () => {
  const sites = [site('a', 30), site('b', 20), site('c', 40), site('d', 0)];
  assert.deepEqual(chosen(sites, [node('n', 0, ['b', 'd'])]), ['b to n']);
});

test('of sites that are asked as often the smaller one goes', () => {
  const sites = [site('a', 30, 9), site('b', 30, 2)];
  assert.deepEqual(chosen(sites, [node('n', 0)]), ['b to n']);
});
