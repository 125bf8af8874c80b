import {
  proposalsSchema,
  siteLimits,
  sourceEventSchema,
  sourceRequestSchema,
} from '@baraza/contract';
import { requireOwnSite } from '../admission.ts';
import type { Assistant } from '../assistant.ts';
import { assertSupported } from '../features.ts';
import { ownerRoute, type SiteRoute } from '../route.ts';
import {
  formExtraBytesMax,
  namesWebsite,
  readSentFile,
  readWebsiteUrl,
} from './sources.request.ts';
import { proposalsResponse, proposalsStream } from './sources.response.ts';

export function sourceRoutes(assistant: Assistant): readonly SiteRoute[] {
  return [
    ownerRoute({
      method: 'POST',
      path: '/v1/admin/sites/:site/sources',
      summary: 'Proposals for the profile from a file or a website; nothing is saved',
      limit: async ({ caller, params }) => {
        assertSupported(assistant, 'sources');
        await requireOwnSite(assistant.store, caller.ownerId, params.site ?? '');
      },
      body: sourceRequestSchema,
      rawBody: 'source',
      bodyBytesMax: siteLimits.sourceBytesMax + formExtraBytesMax,
      answers: { 200: proposalsSchema },
      events: sourceEventSchema,
      answerMs: siteLimits.sourceAnswerMs,
      handle: async (call) => {
        const { caller, params, header, signal, requestId } = call;
        const { sources, asks, store, log } = assistant;
        const site = await requireOwnSite(store, caller.ownerId, params.site ?? '');
        const events = namesWebsite(call)
          ? sources.fromWebsite(site, await readWebsiteUrl(call), signal)
          : sources.fromFile(site, readSentFile(call), signal);
        return /\btext\/event-stream\b/i.test(header('accept') ?? '')
          ? proposalsStream(events, { silenceMs: asks.silenceMs, signal, log, requestId })
          : proposalsResponse(events);
      },
    }),
  ];
}
