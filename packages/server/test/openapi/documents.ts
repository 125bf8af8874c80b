/** Both documents, made without a server: nothing in them depends on one. */
import { platformRoutes } from '../../src/platform/routes.ts';
import { siteRoutes } from '../../src/site/routes.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into freely; its shape is what is tested.
export type Json = any;

export async function readDocuments(): Promise<{ readonly platform: Json; readonly site: Json }> {
  return {
    platform: await documentOf(
      platformRoutes({} as never, () => 'http://platform.example'),
      '/api/platform/openapi.json',
    ),
    site: await documentOf(
      siteRoutes({
        publicUrl: () => 'http://site.example',
        voice: {},
      } as never),
      '/v1/openapi.json',
    ),
  };
}

async function documentOf(
  routes: readonly { readonly path: string; readonly handle: (call: never) => Promise<Json> }[],
  path: string,
): Promise<Json> {
  const route = routes.find((one) => one.path === path);
  const answer = await route?.handle({} as never);
  return JSON.parse(answer.body);
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly name: string;
  readonly described: Json;
}

export function operationsOf(document: Json): readonly Operation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      name: described.operationId,
      described,
    })),
  );
}
