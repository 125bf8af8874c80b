import { platformVersion, problemSchema, problemStatuses } from '@baraza/contract';
import { z } from 'zod';
import { createApiDocument } from '../http/openapi/openapi.ts';
import { aiRoutes } from './ai/ai.routes.ts';
import { eventRoutes } from './events.routes.ts';
import { formRoutes } from './forms/forms.routes.ts';
import { linkRoutes } from './objects/links.routes.ts';
import { objectRoutes } from './objects/objects.routes.ts';
import type { Platform } from './platform.ts';
import { batchRoutes } from './records/batch.routes.ts';
import { recordRoutes } from './records/records.routes.ts';
import { resourceRoutes } from './resources/resources.routes.ts';
import { keyPolicy, type PlatformRoute } from './route.ts';
import { statusRoutes } from './status.routes.ts';
import { userRoutes } from './users/users.routes.ts';
import { webhookRoutes } from './webhooks/webhooks.routes.ts';

/** The table of contents of the platform: every endpoint there is. */
export function platformRoutes(platform: Platform, publicUrl: () => string) {
  const document = createApiDocument(
    () => routes,
    {
      title: 'Resource Platform API',
      reference: async () =>
        (await import('@baraza/contract/reference/platform')).platformReference,
      version: platformVersion,
      prefix: '/api/platform/',
      problem: problemSchema,
      problemStatuses,
    },
    publicUrl,
  );
  const routes: PlatformRoute[] = [
    ...resourceRoutes(platform),
    ...recordRoutes(platform),
    ...batchRoutes(platform),
    ...webhookRoutes(platform),
    ...objectRoutes(platform),
    ...linkRoutes(platform, publicUrl),
    ...formRoutes(platform),
    ...aiRoutes(platform),
    ...eventRoutes(platform),
    ...userRoutes(platform),
    ...statusRoutes(platform),
    {
      method: 'GET',
      path: '/api/platform/openapi.json',
      name: 'getOpenApiDocument',
      summary: 'This document',
      policy: { ...keyPolicy('any', 'read'), credential: 'none' },
      answers: { 200: z.record(z.string(), z.unknown()) },
      handle: async () => ({ status: 200, body: await document() }),
    },
  ];
  return routes;
}
