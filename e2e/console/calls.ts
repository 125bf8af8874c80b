/** Calls to the platform, as the console's page makes them. */
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { Platform } from '../../packages/server/src/platform/platform.ts';
import { createWebhookSender } from '../../packages/server/test/delivery/senders.ts';
import { openReceiver } from '../../packages/server/test/fakes/receiver.ts';

/** A receiver of webhooks, to which the platform sends until the end of the test. */
export async function receiveFrom(
  platform: Platform,
  t: TestContext,
  respond: Parameters<typeof openReceiver>[0],
) {
  const receiver = await openReceiver(respond);
  const sender = createWebhookSender(platform, { allowPrivate: true });
  platform.outbox.onWake(sender.wake);
  t.after(async () => {
    await sender.stop();
    await receiver.close();
  });
  return receiver;
}

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
