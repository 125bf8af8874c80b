/** External servers send as much as the usual limits allow, in the worst form. */
import { attacks, hostileCalls } from '../../../../packages/server/test/fakes/hostile-calls.ts';
import { startHostileServer } from '../../../../packages/server/test/fakes/hostile-server.ts';
import { longestOwnSlice } from '../../../../packages/server/test/fixtures/longest-slice.ts';
import { scenario } from '../../scenario.ts';

interface Size {
  /** The number of events in one response; the usual limit is 50,000. */
  readonly events: number;
}

// Other callers would notice longer pauses.
const sliceMsMax = 50;
const triesMax = 5;

export const hostileServers = scenario<Size>({
  name: 'hostile-servers',
  what: `
    model servers, speech servers, servers of operators, and websites that send empty events, comments, tiny chunks,
    nested JSON, compressed and endless answers as fast as they are read, one at a time and sixteen at once`,
  guarantee: `
    a call to a hostile server blocks the event loop for at most 50 ms at a time, and is aborted`,
  provenAgainst: `
    not yet run against a defect; in the suite, 5 of 50 of the same calls failed when \`kernel/remote/remote-json.ts\`
    made no pause after each event`,
  // The store is not involved.
  engines: ['sqlite'],
  short: { events: 2_000 },
  long: { events: 50_000 },
  run: async (context, { events }) => {
    const { figures } = context;
    const server = await startHostileServer(attacks);
    context.after(server.close);
    const limits = { firstByteMs: 2_000, eventsMax: events };
    const { write, table } = hostileCalls(server, {
      writing: limits,
      pageBytesMax: 1024 * 1024,
      waitMs: 1_000,
    });
    const accepted: string[] = [];
    const measure = async (name: string, run: () => Promise<void>) => {
      // The shortest of several runs counts: a slow step is slow each time, a pause of the machine is not.
      let sliceMs = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < triesMax && sliceMs >= sliceMsMax; tries += 1)
        sliceMs = Math.min(sliceMs, await longestOwnSlice(run));
      figures.atMostWhenLong(name, sliceMs, sliceMsMax, 'ms');
    };
    const expectAborted = (name: string, call: () => Promise<void>) =>
      call().then(
        () => void accepted.push(name),
        () => {},
      );
    for (const { whose, name, call } of table)
      await measure(`longest step, ${whose}`, () => expectAborted(`${whose}: ${name}`, call));
    const names = ['empty-deltas', 'comments', 'endless-tokens', 'endless-thought'];
    await measure('longest step, sixteen at once', async () => {
      const calls = [...names, ...names, ...names, ...names];
      await Promise.all(calls.map((name) => expectAborted(name, () => write(name))));
    });
    figures.atLeast('hostile servers', table.length, 42);
    figures.none('calls to hostile servers that were not aborted', accepted);
  },
});
