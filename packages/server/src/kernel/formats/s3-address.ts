/** A location of objects on an S3 server, written as `s3://bucket/prefix?endpoint=…&region=…`. */
export interface S3Address {
  readonly bucket: string;
  /** Ends in a slash unless it is empty. */
  readonly prefix: string;
  /** Undefined for Amazon's own. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Puts the bucket into the path instead of the host name. */
  readonly forcePathStyle: boolean;
}

const known = ['endpoint', 'region', 'forcePathStyle'];
const example = 's3://bucket/prefix?endpoint=https://s3.example.com&region=eu-west-1';

/** Throws an error whose message says what the text must be. */
export function parseS3Address(text: string): S3Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.protocol !== 's3:' || url.hash !== '' || url.port !== '')
    throw new Error(`must be an address like ${example}`);
  if (`${url.username}${url.password}` !== '')
    throw new Error(
      'must be without credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead',
    );
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname))
    throw new Error(
      'must be an address with a bucket of 3 to 63 lowercase letters, digits, dots and hyphens',
    );
  for (const name of url.searchParams.keys())
    if (!known.includes(name) || url.searchParams.getAll(name).length > 1)
      throw new Error(
        `must be an address with only these parameters, each at most once: ${known.join(', ')}`,
      );
  const endpoint = endpointOf(url.searchParams.get('endpoint'));
  return {
    bucket: url.hostname,
    prefix: prefixOf(url.pathname),
    endpoint,
    region: regionOf(url.searchParams.get('region')),
    forcePathStyle: flagOf(url.searchParams.get('forcePathStyle'), endpoint !== undefined),
  };
}

/** Bucket and prefix, without endpoint and region. */
export function nameOfS3Address({ bucket, prefix }: S3Address): string {
  return `s3://${bucket}/${prefix}`.replace(/\/$/, '');
}

function prefixOf(pathname: string): string {
  const path = pathname.slice(1);
  if (path === '') return '';
  const prefix = path.endsWith('/') ? path : `${path}/`;
  if (/^[\w.-]+(?:\/[\w.-]+)*\/$/.test(prefix) && prefix.length <= 200) return prefix;
  throw new Error(
    'must be an address with a prefix of letters, digits, dots, hyphens and single slashes',
  );
}

function endpointOf(text: string | null): string | undefined {
  if (text === null) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`)
    return url.origin;
  throw new Error('must be an address with an endpoint like https://s3.example.com');
}

function regionOf(text: string | null): string {
  if (text === null) return 'us-east-1';
  if (/^[a-z0-9-]{1,40}$/.test(text)) return text;
  throw new Error('must be an address with a region like eu-west-1');
}

function flagOf(text: string | null, fallback: boolean): boolean {
  if (text === null) return fallback;
  if (text === '' || text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw new Error('must be an address with forcePathStyle as true or false');
}
