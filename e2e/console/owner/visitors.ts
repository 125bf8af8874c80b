/** Questions and leads of visitors of the site `demo`. */
import { ask } from '../../../packages/server/test/fixtures/server.ts';
import type { ConsoleFixture } from '../fixture.ts';

type Fixture = Pick<ConsoleFixture, 'server' | 'site'>;

/** Asks as a visitor's page does, and returns the id of the question. */
export async function askAs(
  { server, site }: Fixture,
  question: string,
  more: { readonly conversation?: string; readonly page?: string } = {},
): Promise<string> {
  const { text } = await ask({ url: server.siteServer.url }, 'POST', `${site.public}/ask`, {
    body: { question, ...more },
  });
  const id = /"id":"(q_[^"]*)"/.exec(text)?.[1];
  if (id === undefined) throw new Error(`The question was not stored: ${text}`);
  return id;
}

export async function leaveLead({ server, site }: Fixture, lead: object): Promise<void> {
  await ask({ url: server.siteServer.url }, 'POST', `${site.public}/leads`, { body: lead });
}
