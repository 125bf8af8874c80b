/** What visitors of the site `demo` leave behind. */
import { ask } from '../../../packages/server/test/fixtures/house.ts';
import type { ConsoleStage } from '../stage.ts';

type Stage = Pick<ConsoleStage, 'server' | 'site'>;

/** Asks as a visitor's page does; the id of the question. */
export async function askAs(
  { server, site }: Stage,
  question: string,
  more: { readonly conversation?: string; readonly page?: string } = {},
): Promise<string> {
  const { text } = await ask({ url: server.house.url }, 'POST', `${site.public}/ask`, {
    body: { question, ...more },
  });
  const id = /"id":"(q_[^"]*)"/.exec(text)?.[1];
  if (id === undefined) throw new Error(`No question was kept: ${text}`);
  return id;
}

export async function leaveLead({ server, site }: Stage, lead: object): Promise<void> {
  await ask({ url: server.house.url }, 'POST', `${site.public}/leads`, { body: lead });
}
