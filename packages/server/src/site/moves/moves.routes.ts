import type { IncomingMessage } from 'node:http';
import { moveReceiptSchema, nodeLimits } from '@baraza/contract';
import { readNdjson } from '../../http/body/ndjson-body.ts';
import { parseJson } from '../../kernel/json/json.ts';
import { invalid } from '../../kernel/problem.ts';
import type { Assistant } from '../assistant.ts';
import { openRoute, type SiteRoute } from '../route.ts';
import { limitNetwork } from '../visit.request.ts';
import { takeMoveCall } from './move-arrivals.ts';
import { hashOfBody } from './move-sender.ts';

// A line is a row: flat, with a profile as text in it.
const depthMax = 6;
const bodyMs = 30_000;

/** The calls of another server that brings a site here. */
export function moveRoutes(assistant: Assistant): readonly SiteRoute[] {
  return [
    openRoute('POST /v1/nodes/moves', {
      summary: 'A step of a site that moves here, signed by the server that it leaves',
      rawBody: 'ndjson',
      bodyBytesMax: nodeLimits.moveBytesMax,
      limit: ({ raw }) => limitNetwork(assistant, raw, 'moves', nodeLimits.moveCallsPerMinuteMax),
      answers: { 200: moveReceiptSchema },
      refusals: [401, 404, 409],
      reply: async ({ raw, header }) => {
        // Before the body is read.
        const [, jws = ''] = /^Bearer (\S+)$/.exec(header('authorization') ?? '') ?? [];
        const { claims, from } = await assistant.nodes.moveCalls.verify(jws);
        const { lines, hash } = await readLines(raw);
        if (hash !== claims.body) throw invalid('The body is not the one that was signed.');
        return takeMoveCall(assistant, claims, from, lines);
      },
    }),
  ];
}

async function readLines(raw: IncomingMessage) {
  const lines: unknown[] = [];
  const chunks: Buffer[] = [];
  const limits = {
    bytesMax: nodeLimits.moveBytesMax,
    lineBytesMax: nodeLimits.moveBytesMax,
    ms: bodyMs,
  };
  await readNdjson(
    raw,
    limits,
    async (batch) => {
      for (const { bytes } of batch) lines.push(parseJson(bytes, depthMax));
    },
    (chunk) => chunks.push(chunk),
  );
  return { lines, hash: hashOfBody(Buffer.concat(chunks)) };
}
