/** An owner sends a file as the body, a file in a form, or the address of a page. */
import {
  proposalsSchema,
  type SourceRequest,
  siteLimits,
  siteProblemCode,
  sourceEventSchema,
  sourceRequestSchema,
} from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { type Answer, jsonType, type Sink } from '../../http/answer.ts';
import { intakeOf } from '../../http/body/body-budget.ts';
import { parseDisposition } from '../../http/body/disposition.ts';
import { isJsonType, readJson, readPieces } from '../../http/body/json-body.ts';
import { readParts } from '../../http/body/multipart.ts';
import { carriesBody } from '../../http/body/read-body.ts';
import type { Call } from '../../http/route.ts';
import { eventStreamHeaders } from '../../http/sse.ts';
import { asProblem, invalid, Problem } from '../../kernel/problem.ts';
import { race } from '../../kernel/race.ts';
import type { Assistant } from '../assistant.ts';
import { keepAlive, ownSiteRoute, type SiteRoute } from '../route.ts';
import type { Found, SentFile, SourceEvent } from './sources.ts';
import type { WebAddress } from './website.ts';

/** Room for the boundaries and fields around a file. */
const formExtraBytesMax = 64 * 1024;

export function sourceRoutes(assistant: Assistant): readonly SiteRoute[] {
  const { sources } = assistant;
  return [
    ownSiteRoute(assistant, 'POST /sources', {
      name: 'proposeEntries',
      summary: 'Proposals for the profile from a file or a website; nothing is saved',
      feature: 'sources',
      body: sourceRequestSchema,
      rawBody: 'source',
      bodyBytesMax: siteLimits.sourceBytesMax + formExtraBytesMax,
      answers: { 200: proposalsSchema },
      events: sourceEventSchema,
      answerMs: siteLimits.sourceAnswerMs,
      handle: async (call) => {
        const { site, header, signal } = call;
        const events = isJsonType(call.raw)
          ? sources.fromWebsite(site, await readAddress(call), signal)
          : sources.fromFile(site, fileReceiver(call), signal);
        return /\btext\/event-stream\b/i.test(header('accept') ?? '')
          ? proposalsStream(events, call, assistant)
          : proposalsResponse(events);
      },
    }),
  ];
}

async function readAddress({ raw }: Call<Caller>): Promise<WebAddress> {
  const { value } = await readJson(raw, siteLimits.smallBodyBytesMax);
  const result = sourceRequestSchema.safeParse(value);
  if (result.success) {
    const { url, whole = false }: SourceRequest = result.data;
    return { url, isWhole: whole };
  }
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

/** A failure within this time is answered with a status. */
const firstEventMs = 10_000;

function proposalsResponse(events: AsyncGenerator<SourceEvent>): Answer {
  return {
    stream: async (sink) => {
      for await (const event of events)
        if (event.type === 'done') {
          sink.start(200, { 'content-type': jsonType });
          await writeFound(sink, '{', event, '}');
        }
    },
  };
}

/** `progress` events, then exactly one `done`, even when the reading fails midway. */
function proposalsStream(
  events: AsyncGenerator<SourceEvent>,
  { signal, requestId }: Call<Caller>,
  { asks, log }: Assistant,
): Answer {
  return {
    stream: async (sink) => {
      const first = events.next();
      // Longer waiting would look like silence.
      await race<unknown, void>(first, { limitMs: firstEventMs }, () => {});
      sink.start(200, eventStreamHeaders);
      const endComments = keepAlive(sink, asks.silenceMs);
      try {
        for (let next = await first; next.done !== true; next = await events.next()) {
          const event = next.value;
          if (event.type === 'done') {
            endComments();
            await writeFound(sink, 'event: done\ndata: {"type":"done",', event, '}\n\n');
          } else {
            const { total = null, ...progress } = event;
            await writeEvent(sink, { ...progress, total });
          }
        }
      } catch (error) {
        endComments();
        signal.throwIfAborted();
        const { code, message, cause } = asProblem(error);
        if (cause !== undefined) log.error(message, { requestId, cause });
        const failure = { code: siteProblemCode(code), error: message };
        await writeEvent(sink, { type: 'done', proposals: [], left_out: [], error: failure });
      } finally {
        endComments();
        await events.return(undefined);
      }
    },
  };
}

async function writeEvent(
  sink: Sink,
  event: { readonly type: string; readonly [field: string]: unknown },
): Promise<void> {
  await sink.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  await sink.flush();
}

/** Written piece by piece: together the proposals may have megabytes. */
async function writeFound(sink: Sink, head: string, found: Found, tail: string): Promise<void> {
  await sink.write(`${head}"proposals":[`);
  for (const [index, text] of found.proposals.entries())
    await sink.write(index === 0 ? text : `,${text}`);
  await sink.write(`],"left_out":[${found.leftOut.join(',')}]${tail}`);
  await sink.flush();
}
