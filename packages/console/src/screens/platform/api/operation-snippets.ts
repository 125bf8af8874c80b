/** Code for an operation: curl and, if the client has a function for it, TypeScript. */
import type { Snippet } from '../../../design/figures/code-snippet.tsx';
import { callSnippets } from '../snippets.tsx';
import type { Operation } from './openapi.ts';
import { type ApiName, curlOf, type Typed } from './try-request.ts';

export function operationSnippets(
  api: ApiName,
  url: string,
  operation: Operation,
  filled: { readonly typed: Typed; readonly body: string },
): readonly Snippet[] {
  const { method, path } = operation;
  const curl = { id: 'curl', label: 'curl', code: curlOf(api, url, operation, filled) };
  const client = clientCalls[`${method} ${path.replace('/api/platform', '')}`];
  if (api !== 'platform' || client === undefined) return [curl];
  const [, program] = callSnippets({ method, path, client });
  return program === undefined ? [curl] : [curl, program];
}

/** Calls of the client, by method and by the path after `/api/platform`. */
const clientCalls: { readonly [operation: string]: string } = {
  'GET /resources': 'const { resources } = await baraza.resources.list();',
  'POST /resources':
    "const orders = await baraza.resources.create({ service: 'data', kind: 'Collection', name: 'Orders' });",
  'GET /resources/{id}': 'const resource = await baraza.resources.get(id);',
  'PATCH /resources/{id}': "await baraza.resources.rename(id, 'New name');",
  'DELETE /resources/{id}': 'await baraza.resources.delete(id);',
  'GET /resources/{id}/records':
    "const { records } = await baraza.resources.collection(id).list({ where: { state: 'open' } });",
  'POST /resources/{id}/records': "await baraza.resources.collection(id).create({ item: 'unga' });",
  'GET /resources/{id}/records/{recordId}':
    'const { record } = await baraza.resources.collection(id).get(recordId);',
  'PUT /resources/{id}/records/{recordId}':
    "await baraza.resources.collection(id).put(recordId, { item: 'unga' });",
  'PATCH /resources/{id}/records/{recordId}':
    "await baraza.resources.collection(id).patch(recordId, { state: 'paid' });",
  'DELETE /resources/{id}/records/{recordId}':
    'await baraza.resources.collection(id).delete(recordId);',
  'GET /resources/{id}/deliveries': 'const { deliveries } = await baraza.webhooks.deliveries(id);',
  'GET /resources/{id}/deliveries/{deliveryId}':
    'const delivery = await baraza.webhooks.delivery(id, deliveryId);',
  'POST /resources/{id}/deliveries/{deliveryId}/redeliver':
    'await baraza.webhooks.redeliver(id, deliveryId);',
  'POST /resources/{id}/deliveries/test': 'const delivery = await baraza.webhooks.test(id);',
  'POST /resources/{id}/rotate-secret':
    'const { secret } = await baraza.webhooks.rotateSecret(id);',
  'GET /storage/{id}': 'const { objects } = await baraza.storage.list(id);',
  'DELETE /storage/{id}': 'await baraza.storage.delete(id, key);',
  'POST /storage/{id}/links': 'const { url } = await baraza.storage.link(id, key);',
  'POST /ai': 'const { output } = await baraza.ai.generate({ assistant, prompt });',
  'GET /events': 'for await (const { activity } of baraza.events()) console.log(activity.action);',
  'GET /status': 'const { status } = await baraza.status();',
  'GET /openapi.json': 'const document = await baraza.openapi();',
};
