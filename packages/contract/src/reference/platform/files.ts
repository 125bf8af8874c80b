import type { Section } from '../reference.ts';
import { ids, madeAt } from './examples.ts';

const sha256 = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
const photo = {
  key: 'photos/unga.txt',
  size: 5,
  contentType: 'text/plain',
  etag: `"${sha256}"`,
  sha256,
} as const;

export const filesSection: Section = {
  tag: 'Files',
  about:
    'Objects of a bucket (a resource of the service storage), each with a key such as `photos/unga.jpg`.',
  path: {
    id: { about: 'The id of the bucket, `res_…`.', example: ids.bucket },
    token: {
      about: 'The last part of the address of a signed link.',
      example: 'WyJyZXNfMDFrYTUiLCJ1bmdhIl0.c2lnbmVk',
    },
  },
  operations: {
    listObjects: {
      about:
        'Lists the objects of a bucket by key. With `key` it downloads that object instead: 200 with all its ' +
        'bytes, or 206 with the part that `Range` asks for.',
      query: { prefix: 'photos/', limit: 100 },
      answers: {
        200: {
          objects: [{ ...photo, createdAt: madeAt, updatedAt: madeAt }],
          total: 1,
          bytes: 5,
          nextCursor: null,
        },
      },
    },
    uploadObject: {
      about:
        'Stores the file of a form under its name, or under `key`. An object with the same key is replaced: 200 ' +
        'instead of 201.',
      query: { key: photo.key },
      body: { 'multipart/form-data': { file: 'the bytes of the file' } },
      answers: { 200: { ...photo, replaced: true }, 201: { ...photo, replaced: false } },
    },
    deleteObject: {
      about: 'Deletes the object with this key.',
      query: { key: photo.key },
      answers: { 200: { deleted: true, key: photo.key } },
    },
    createLink: {
      about:
        'Makes an address that reads one object without a key until it expires. It ends early with the key that made ' +
        'it, and with the object.',
      body: { json: { key: photo.key, expiresIn: 600 } },
      answers: {
        200: {
          url: 'https://platform.example/links/WyJyZXNfMDFrYTUiLCJ1bmdhIl0.c2lnbmVk',
          expiresAt: '2026-11-16T08:22:30.402Z',
        },
      },
    },
    followLink: {
      about: 'Downloads the object of a signed link; anybody who has the address may.',
      answers: {},
    },
  },
};
