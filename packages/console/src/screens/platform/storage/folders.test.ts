import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredObject } from '@baraza/contract';
import { itemsIn, parentsOf } from './folders.ts';

const object = (key: string, size = 1): StoredObject => ({
  key,
  size,
  contentType: 'text/plain',
  etag: '',
  sha256: '',
  createdAt: '',
  updatedAt: '',
});

test('a slash separates folders, and every file is in exactly one place', () => {
  const objects = ['a.txt', 'img/1.png', 'img/2.png', 'img/big/3.png', '/odd', 'dir/', 'x//y'].map(
    (key) => object(key, 2),
  );
  assert.deepEqual(
    itemsIn(objects, '').map((item) => (item.is === 'folder' ? item.path : item.object.key)),
    ['img/', 'x/', 'a.txt', '/odd', 'dir/'],
  );
  assert.deepEqual(itemsIn(objects, 'img/')[0], {
    is: 'folder',
    path: 'img/big/',
    files: 1,
    size: 2,
  });
  assert.deepEqual(
    itemsIn(objects, 'x/').map((item) => item.is === 'file' && item.object.key),
    ['x//y'],
  );
});

test('the parents of a folder are listed from the top', () => {
  assert.deepEqual(parentsOf('a/b/'), [
    { name: 'a', path: 'a/' },
    { name: 'b', path: 'a/b/' },
  ]);
  assert.deepEqual(parentsOf(''), []);
});
