/** A static file: read and compressed once, then served from memory in the accepted encoding. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Answer, Headers } from '../../http/answer.ts';
import { isNotModified } from '../../http/preconditions.ts';

/** `caching` is the value of Cache-Control. */
interface AssetOptions {
  readonly contentType: string;
  readonly caching: string;
}

export type Asset = (header: (name: string) => string | undefined) => Promise<Answer>;

export function createAsset(file: URL, { contentType, caching }: AssetOptions): Asset {
  let loaded: Promise<Forms> | undefined;
  return async (header) => {
    loaded ??= load(file).catch((error) => {
      loaded = undefined;
      throw error;
    });
    const forms = await loaded;
    const coding = codingFor(header('accept-encoding') ?? '');
    const bytes = forms[coding];
    // Each encoding is another body and has its own tag.
    const etag = `"${forms.hash}-${coding}"`;
    const headers: Headers = {
      ...openToPages,
      'content-type': contentType,
      'cache-control': caching,
      vary: 'Accept-Encoding',
      etag,
      ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
    };
    if (isNotModified(header('if-none-match'), etag)) return { status: 304, headers };
    return {
      stream: async (sink) => {
        sink.start(200, { ...headers, 'content-length': bytes.length });
        await sink.write(bytes);
      },
    };
  };
}

/** Pages of other origins load the widget as modules, also cross-origin isolated ones. */
const openToPages: Headers = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

interface Forms {
  readonly hash: string;
  readonly identity: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
}

async function load(file: URL): Promise<Forms> {
  const identity = await readFile(file);
  const [small, smaller] = await Promise.all([
    promisify(gzip)(identity, { level: 9 }),
    promisify(brotliCompress)(identity),
  ]);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 16);
  return { hash, identity, gzip: small, br: smaller };
}

/** The smallest encoding that is accepted; `;q=0` refuses one. */
function codingFor(accepted: string): 'br' | 'gzip' | 'identity' {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : 'identity';
}
