/** Calls to the platform, as the console's page makes them. */
import type { Page } from 'playwright-core';

export function callIn<Answer = unknown>(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  return page.evaluate(
    async ([httpMethod, pathname, text]) => {
      const response = await fetch(`/console/platform${pathname}`, {
        method: httpMethod,
        headers: {
          'X-Console': '1',
          ...(text === '' ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(text === '' ? {} : { body: text }),
      });
      return (await response.json()) as never;
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
