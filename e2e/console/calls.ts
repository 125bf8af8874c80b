/** Calls of the platform as the console's own page makes them. */
import type { Page } from 'playwright-core';

export function callIn<Answer = unknown>(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  return page.evaluate(
    async ([how, where, what]) => {
      const answer = await fetch(`/console/platform${where}`, {
        method: how,
        headers: {
          'X-Console': '1',
          ...(what === '' ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(what === '' ? {} : { body: what }),
      });
      return (await answer.json()) as never;
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)] as const,
  );
}

export function create(
  page: Page,
  service: string,
  kind: string,
  name: string,
  config: object = {},
): Promise<{ readonly id: string }> {
  return callIn(page, 'POST', '/resources', { service, kind, name, config });
}
