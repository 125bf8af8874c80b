/** Small files that ask for a lot of work: each is refused in a sentence, after about two seconds of a processor. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Problem } from '../../src/kernel/problem.ts';
import { readFile } from '../../src/site/sources/formats/read-file.ts';
import {
  hostileOffice,
  hostilePdfs,
  hostilePictures,
  hostileTexts,
} from '../fakes/hostile-sources.ts';

// A busy machine takes several times as long. Without the count, each takes a minute or more.
const cpuMsMax = 12_000;

describe('a file that asks for more work than it can be worth is refused while that is counted', () => {
  const files = { ...hostilePdfs, ...hostileOffice, ...hostileTexts, ...hostilePictures };
  for (const [name, make] of Object.entries(files))
    test(name, async () => {
      const { bytes, type = '' } = make();
      const before = process.cpuUsage();
      const error: unknown = await readFile(
        new Uint8Array(Buffer.from(bytes)),
        { name: '', type },
        () => {},
      ).then(
        () => undefined,
        (thrown) => thrown,
      );
      const { user, system } = process.cpuUsage(before);
      assert.ok((user + system) / 1_000 < cpuMsMax, `${(user + system) / 1_000} ms`);
      assert.ok(error instanceof Problem, String(error));
      assert.equal(error.message.split(/[.!?] /).length, 1, error.message);
    });
});
