/** Lets the server read a file or a website, and follows how far it is. */
import type { ProfileList } from '@baraza/contract/plain';
import { ApiProblem } from '../../../api/problem.ts';
import { readEvents } from '../../../api/stream.ts';
import type { Entry } from '../profile/profile.ts';

export interface Proposal {
  readonly list: ProfileList | 'hours';
  readonly entry: Omit<Entry, 'id'>;
  readonly from: string;
}

export interface Found {
  readonly proposals: readonly Proposal[];
  readonly left_out: readonly { readonly from: string; readonly why: string }[];
}

export interface Progress {
  readonly done: number;
  readonly total: number | null;
  readonly unit: string;
}

export async function readSource(
  path: string,
  source: File | { readonly url: string },
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: Progress) => void },
): Promise<Found> {
  let found: (Found & { readonly error?: { code: string; error: string } }) | undefined;
  await readEvents('POST', `${path}/sources`, { body: bodyOf(source), signal }, ({ data }) => {
    const event = JSON.parse(data) as { readonly type: string };
    if (event.type === 'progress') onProgress(event as unknown as Progress);
    if (event.type === 'done') found = event as unknown as Found;
  });
  if (found?.error !== undefined)
    throw new ApiProblem({ sentence: found.error.error, code: found.error.code, status: 200 });
  return found ?? { proposals: [], left_out: [] };
}

function bodyOf(source: File | { readonly url: string }): FormData | { readonly url: string } {
  if (!(source instanceof File)) return { url: source.url };
  const form = new FormData();
  form.append('file', source);
  return form;
}
