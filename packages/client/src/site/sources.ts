/** Sends a file or the address of a page, and reads the proposals extracted from it. */
import type { Proposals, SiteProblemCode, SourceProgress } from '@baraza/contract';
import { streamOf } from '../platform/download.ts';
import type { CallOptions } from '../transport/call.ts';
import { BarazaError, ConnectionError } from '../transport/problem.ts';
import { repeatRefused } from '../transport/retry.ts';
import { readEvents } from '../transport/sse.ts';
import type { Transport } from '../transport/transport.ts';

export type Source =
  /** A page, or a sitemap of up to 50 pages; with `whole`, also the pages that the page links to. */
  | { readonly url: string; readonly whole?: boolean | undefined }
  /** PDF, DOCX, XLSX, CSV, HTML, Markdown, text, or a JPEG, PNG or WebP picture. */
  | { readonly file: Blob; readonly name?: string | undefined };

export type SourceOptions = CallOptions & {
  readonly onProgress?:
    | ((progress: Pick<SourceProgress, 'done' | 'total' | 'unit' | 'found'>) => void)
    | undefined;
};

type Done = Proposals & {
  readonly type: 'done';
  readonly error?: { readonly code: SiteProblemCode; readonly error: string };
};

// All proposals are one line, which may be as large as a profile.
const lineCharactersMax = 9 * 1024 * 1024;

export async function proposeFrom(
  open: Transport['open'],
  path: string,
  source: Source,
  { onProgress, ...options }: SourceOptions = {},
): Promise<Proposals> {
  const sent = 'url' in source ? { json: source } : { form: await formOf(source) };
  const answer = await open({
    method: 'POST',
    path,
    ...sent,
    options,
    accept: 'text/event-stream',
    repeat: repeatRefused,
  });
  try {
    for await (const { data } of readEvents(streamOf(answer), lineCharactersMax)) {
      const event = JSON.parse(data) as SourceProgress | Done;
      if (event.type === 'progress') onProgress?.(event);
      if (event.type === 'done') return proposalsIn(event, answer.response);
    }
  } finally {
    answer.watch.end();
  }
  throw new ConnectionError('The proposals ended before they were complete.', {
    code: 'connection',
  });
}

async function formOf({ file, name }: Extract<Source, { readonly file: Blob }>) {
  const form = new FormData();
  form.append('file', file, name ?? (file instanceof File ? file.name : 'file'));
  // The runtime encodes the form and chooses the boundary.
  const written = new Response(form);
  const contentType = written.headers.get('content-type') ?? '';
  return { contentType, content: await written.blob() };
}

/** A failure after the first event comes in `done`, since the status was already sent. */
function proposalsIn({ error, proposals, left_out }: Done, { status }: Response): Proposals {
  if (error === undefined) return { proposals, left_out };
  throw new BarazaError(error.error, { status, code: error.code, body: { error } });
}
