/** `baraza engine`: engine processes for servers on other machines. */
import { listenForServers } from '../engine-location.ts';
import { invalid } from '../kernel/problem.ts';
import { programName } from '../program.ts';
import type { Context, Given, Result } from './command.ts';
import { untilStopSignal, warnOfUnknownSettings } from './serve/serve-command.ts';

const usualListen = '127.0.0.1:4810';

export async function runEngine(given: Given, context: Context): Promise<Result> {
  const { host, port } = listenAddress(given.option('listen') ?? usualListen);
  const { 'tls-key': key, 'tls-cert': cert } = given.options('tls-key', 'tls-cert');
  if ((key === undefined) !== (cert === undefined))
    throw invalid('--tls-key and --tls-cert must be given together.');
  const tls = key === undefined || cert === undefined ? undefined : { key, cert };
  warnOfUnknownSettings(context);
  const running = await listenForServers(context.config, { host, port, tls }, context.log);
  const stopRequested = untilStopSignal();
  const named = host.includes(':') ? `[${host}]` : host;
  context.print(`Baraza ${programName}`);
  context.print(`  engines      ${tls ? 'https' : 'http'}://${named}:${running.port}`);
  context.print('ready');
  await stopRequested;
  context.print('stopping; the same signal again ends at once');
  await running.stop();
  return { value: undefined, lines: [] };
}

/** `10.0.0.5:4810` or `[::1]:4810`. */
function listenAddress(text: string): { readonly host: string; readonly port: number } {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  if (host === undefined || port > 65_535)
    throw invalid(`--listen must be an address with a port, not ${text}.`);
  return { host, port };
}
