import { siteProblemSchema, siteProblemStatuses } from '@baraza/contract';
import { z } from 'zod';
import { createApiDocument } from '../http/openapi/openapi.ts';
import { askRoutes } from './asks/ask.routes.ts';
import type { Assistant } from './assistant.ts';
import { channelRoutes } from './channels/channels.routes.ts';
import { configRoutes } from './config.routes.ts';
import { conversationRoutes } from './conversations/conversations.routes.ts';
import { leadRoutes } from './leads/leads.routes.ts';
import { liveRoutes } from './live/live.routes.ts';
import { confirmationRoutes } from './pages/confirmation.routes.ts';
import { pageRoutes } from './pages/pages.routes.ts';
import { profileRoutes } from './profile/profile.routes.ts';
import { questionRoutes } from './questions/questions.routes.ts';
import { openRoute, type SiteRoute, textAnswer } from './route.ts';
import { nodeRoutes } from './sites/nodes.routes.ts';
import { siteRoutes as ownSiteRoutes, transferRoutes } from './sites/sites.routes.ts';
import { sourceRoutes } from './sources/sources.routes.ts';
import { voiceRoutes } from './voice/voice.routes.ts';

export function siteRoutes(assistant: Assistant): readonly SiteRoute[] {
  const document = createApiDocument(
    () => routes.filter(({ path }) => path.startsWith('/v1/')),
    {
      title: 'Site Assistant API',
      reference: async () => (await import('@baraza/contract/reference/site')).siteReference,
      version: 'v1',
      prefix: '/v1/',
      problem: siteProblemSchema,
      problemStatuses: siteProblemStatuses,
    },
    assistant.publicUrl,
  );
  const routes: SiteRoute[] = [
    ...configRoutes(assistant),
    ...askRoutes(assistant),
    ...voiceRoutes(assistant),
    ...liveRoutes(assistant),
    ...conversationRoutes(assistant),
    ...channelRoutes(assistant),
    ...leadRoutes(assistant),
    ...questionRoutes(assistant),
    ...ownSiteRoutes(assistant),
    ...profileRoutes(assistant),
    ...transferRoutes(assistant),
    ...sourceRoutes(assistant),
    ...nodeRoutes(assistant),
    ...pageRoutes(assistant),
    ...confirmationRoutes(assistant),
    openRoute('GET /v1/openapi.json', {
      name: 'getOpenApiDocument',
      summary: 'This document',
      answers: { 200: z.record(z.string(), z.unknown()) },
      handle: async () => textAnswer(await document()),
    }),
  ];
  return routes;
}
