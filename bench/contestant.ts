import type { Shot, Target } from './load.ts';

/** The operations that both servers support, each as its request. */
export const operations = [
  'get',
  'create',
  'list',
  'filter',
  'patch',
  'upload',
  'download',
] as const;
export type Operation = (typeof operations)[number];

export const operationTitles: { readonly [operation in Operation]: string } = {
  get: 'get one, with a credential',
  create: 'create, 1 KB',
  list: 'list 100 records of 1 KB',
  filter: 'filter 1,000 records by two fields with indexes, sort, return 100',
  patch: 'change one of 1,000 records',
  upload: 'upload 1 MiB',
  download: 'download 1 MiB',
};

/** Requests per round, enough for the resolution of the clock ticks in /proc. */
export const requestsPerRound: { readonly [operation in Operation]: number } = {
  get: 8_000,
  // Six rounds must stay below the limit of 10,000 resources of an owner.
  create: 1_600,
  list: 400,
  filter: 400,
  patch: 1_600,
  upload: 120,
  download: 400,
};

export interface Contestant {
  readonly name: string;
  readonly target: Target;
  readonly shots: { readonly [operation in Operation]: (index: number) => Shot };
  readonly stop: () => Promise<void>;
}

export const mebibyte = Buffer.alloc(2 ** 20, 'baraza');

/** A form with one file, in the format that both servers accept. */
export function fileForm(field: string): { readonly type: string; readonly body: Buffer } {
  const boundary = 'bench-7d1f3c2a9b';
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="a.bin"\r\nContent-Type: ` +
    'application/octet-stream\r\n\r\n';
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), mebibyte, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

/** A typical record of about 1 KB: a few short fields and some prose. */
export function sample(index: number): { readonly [field: string]: unknown } {
  return {
    title: `order ${index}`,
    customer: { name: 'Asha Mwangi', phone: '+254700000000' },
    paid: index % 2 === 0,
    total: 1250.5 + index,
    note: 'Deliver to the second gate after four; call before you come. '.repeat(13),
  };
}

/** The number of records for filter and patch. */
export const orderCount = 1_000;

/** A record with two fields to filter by. */
export function order(index: number): { readonly [field: string]: unknown } {
  return { ...sample(index), state: states[index % states.length], rank: (index * 7_919) % 10_007 };
}

const states = ['open', 'paid', 'sent', 'done'];
