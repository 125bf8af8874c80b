/** An owner sends a file as the body, a file in a form, or the address of a page. */
import {
  proposalsSchema,
  type SourceRequest,
  siteLimits,
  sourceEventSchema,
  sourceRequestSchema,
} from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { intakeOf } from '../../http/body/body-budget.ts';
import { parseDisposition } from '../../http/body/disposition.ts';
import { carriesBody, isJsonType, readJson, readPieces } from '../../http/body/json-body.ts';
import { readParts } from '../../http/body/multipart.ts';
import type { Call } from '../../http/route.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Assistant } from '../assistant.ts';
import { ownSiteRoute, type SiteRoute } from '../route.ts';
import { proposalsResponse, proposalsStream } from './sources.response.ts';
import type { SentFile } from './sources.ts';

/** Room for the boundaries and fields around a file. */
const formExtraBytesMax = 64 * 1024;

export function sourceRoutes(
  assistant: Pick<Assistant, 'sources' | 'asks' | 'store' | 'log' | 'off'>,
): readonly SiteRoute[] {
  const { sources, asks, log } = assistant;
  return [
    ownSiteRoute(assistant, 'POST /sources', {
      summary: 'Proposals for the profile from a file or a website; nothing is saved',
      feature: 'sources',
      body: sourceRequestSchema,
      rawBody: 'source',
      bodyBytesMax: siteLimits.sourceBytesMax + formExtraBytesMax,
      answers: { 200: proposalsSchema },
      events: sourceEventSchema,
      answerMs: siteLimits.sourceAnswerMs,
      handle: async (call) => {
        const { site, header, signal, requestId } = call;
        const events = isJsonType(call.raw)
          ? sources.fromWebsite(site, await readUrl(call), signal)
          : sources.fromFile(site, fileReceiver(call), signal);
        return /\btext\/event-stream\b/i.test(header('accept') ?? '')
          ? proposalsStream(events, { silenceMs: asks.silenceMs, signal, log, requestId })
          : proposalsResponse(events);
      },
    }),
  ];
}

async function readUrl({ raw }: Call<Caller>): Promise<string> {
  const { value } = await readJson(raw, siteLimits.smallBodyBytesMax);
  const result = sourceRequestSchema.safeParse(value);
  if (result.success) return (result.data satisfies SourceRequest).url;
  throw invalid(result.error.issues[0]?.message ?? 'The request is not valid.');
}

/** Reads the body as a file when it is called; refuses at once what the headers already show to be wrong. */
function fileReceiver(call: Call<Caller>): (admit: (bytes: number) => void) => Promise<SentFile> {
  const { raw, header } = call;
  const type = header('content-type') ?? '';
  const encoding = header('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    throw invalid('Send the file without Content-Encoding.');
  if (!carriesBody(raw)) throw emptyFile();
  if (/^\s*multipart\//i.test(type)) return (admit) => readForm(call, admit);
  return async (admit) => {
    const pieces = await readPieces(raw, siteLimits.sourceBytesMax, admit);
    if (pieces.length === 0) throw emptyFile();
    return { pieces, name: fileName(header('content-disposition') ?? ''), type };
  };
}

// `attachment; filename="…"` has the same parameters as a part of a form.
function fileName(disposition: string): string {
  return parseDisposition(disposition.replace(/^\s*[\w-]+/, 'form-data'))?.fileName ?? '';
}

async function readForm({ raw }: Call<Caller>, admit: (bytes: number) => void): Promise<SentFile> {
  const intake = intakeOf(raw);
  let file: SentFile | undefined;
  await readParts(raw, siteLimits.sourceBytesMax + formExtraBytesMax, async (part) => {
    if (part.fileName === undefined && part.name !== 'file') return;
    if (file !== undefined) throw invalid('Send one file in each call.');
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of part.content) {
      size += piece.length;
      if (size > siteLimits.sourceBytesMax)
        throw new Problem(
          'too_large',
          `A file may have at most ${siteLimits.sourceBytesMax} bytes.`,
        );
      intake.admit(piece.length);
      admit(piece.length);
      // Copied: the memory of a piece is reused.
      pieces.push(Uint8Array.from(piece));
    }
    file = { pieces, name: part.fileName ?? '', type: part.contentType ?? '' };
  });
  if (file === undefined) throw invalid('The form has no file: send one in a part called file.');
  return file;
}

function emptyFile(): Problem {
  return invalid('The body must be a file, or JSON with a url; it was empty.');
}
