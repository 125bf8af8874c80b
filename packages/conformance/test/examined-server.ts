/** A server in this process to examine: both services, with speech and a reader that need no model. */
import assert from 'node:assert/strict';
import { Problem } from '../../server/src/kernel/problem.ts';
import type { RecordingReader } from '../../server/src/speech/speech.ts';
import type { Engine } from '../../server/src/store/store.ts';
import { overlapRead } from '../../server/test/fakes/overlap-reader.ts';
import { scriptedSpeech } from '../../server/test/fakes/scripted-speech.ts';
import { openSiteServer, type SiteServer } from '../../server/test/fixtures/site-server.ts';
import { examine, type Finding } from '../src/conformance.ts';
import type { Target } from '../src/site/bench.ts';

export interface ExaminedServer {
  readonly server: SiteServer;
  readonly target: { readonly [member in keyof Target]-?: string };
  /** The ids of the sites of its owner. */
  readonly sites: () => Promise<readonly string[]>;
}

export async function startExamined(
  t: { readonly after: (end: () => Promise<void>) => unknown },
  engine: Engine,
  environment: { readonly [name: string]: string } = {},
): Promise<ExaminedServer> {
  const server = await openSiteServer(engine, {
    environment: { BARAZA_PLAN: 'free', BARAZA_TRUST_PROXY: '1', ...environment },
    read: overlapRead,
    voice: { ...scriptedSpeech({ letterMs: 5 }), recordings },
  });
  t.after(server.close);
  const owner = await server.newOwner();
  const site = await owner.newSite({ feedback: true, phone: '+254700000001' }, 'demo');
  const { key: platformKey } = await server.platformServer.newOwner();
  const { credential: ownerKey } = owner;
  return {
    server,
    target: {
      url: server.url,
      site: site.id,
      siteKey: site.key,
      ownerKey,
      platformUrl: server.platformServer.url,
      platformKey,
    },
    sites: async () => {
      const headers = { authorization: `Bearer ${ownerKey}` };
      const list = await fetch(`${server.url}/v1/admin/sites`, { headers });
      return ((await list.json()) as { sites: { id: string }[] }).sites.map(({ id }) => id);
    },
  };
}

/** Makes every check of the contract; the findings. */
export async function keepsContract(target: Target): Promise<readonly Finding[]> {
  const { findings, left } = await examine(target, { signal: AbortSignal.timeout(120_000) });
  assert.deepEqual(brokenIn(findings), []);
  const kept = findings.filter(({ verdict }) => verdict === 'kept');
  assert.ok(kept.length >= 185, `${kept.length} are kept`);
  const ids = findings.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, 'an id names one check');
  assert.deepEqual(left, []);
  assert.doesNotMatch(JSON.stringify(findings), /osk_|rpk_/);
  return findings;
}

export function brokenIn(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ verdict }) => verdict === 'broken');
}

/** Reads what the checks send: WAV with 16,000 samples of 16 bits a second. */
const recordings: RecordingReader = {
  read: async (file) => {
    const bytes = Buffer.from(file);
    if (bytes.toString('latin1', 0, 4) !== 'RIFF') throw new Problem('audio_type', 'No recording.');
    const samples = Float32Array.from(
      { length: (bytes.length - 44) / 2 },
      (_, at) => bytes.readInt16LE(44 + at * 2) / 32_768,
    );
    const durationMs = samples.length / 16;
    if (durationMs > 65_500) throw new Problem('audio_too_long', 'Too long.');
    return { samples, durationMs };
  },
  close: async () => {},
};
