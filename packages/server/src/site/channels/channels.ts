/** The channels of a site, as their owner sets them up. */
import { randomBytes } from 'node:crypto';
import {
  type ChannelName,
  type ChannelTrial,
  type Channel as ChannelView,
  channelNames,
} from '@baraza/contract';
import type { ChannelSettings } from '../../channels/channels.ts';
import { isoTime } from '../../kernel/clock.ts';
import { absent, invalid, Problem, unavailable } from '../../kernel/problem.ts';
import {
  type ChannelRow,
  deleteChannel,
  findChannel,
  listChannels,
  saveChannel,
} from '../../store/site/channels.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';

export type ChannelContext = Pick<Assistant, 'store' | 'clock' | 'seal' | 'channels' | 'publicUrl'>;

/** Undefined for an unknown name. */
export function channelNamed(name: string | undefined): ChannelName {
  const found = channelNames.find((known) => known === name);
  if (found === undefined) throw absent('channel');
  return found;
}

/** A channel of a site with its settings; absent if it was not set up. */
export async function requireChannel(
  { store, seal, channels }: Pick<ChannelContext, 'store' | 'seal' | 'channels'>,
  siteId: string,
  name: ChannelName,
) {
  const row = await findChannel(store, siteId, name);
  if (row === undefined) throw absent('channel');
  return { channel: channels[name], settings: openSettings(seal, row) };
}

function openSettings(seal: ChannelContext['seal'], { settings }: ChannelRow): ChannelSettings {
  try {
    return JSON.parse(seal.open(settings)) as ChannelSettings;
  } catch (cause) {
    throw unavailable(
      'The settings of this channel were encrypted with another pepper; enter them again.',
      { cause },
    );
  }
}

/** Saves the settings, unless the service refuses them. One that cannot be reached is reported by a later test. */
export async function connectChannel(
  context: ChannelContext,
  site: SiteRow,
  name: ChannelName,
  given: ChannelSettings,
  signal: AbortSignal,
): Promise<ChannelView> {
  const { store, clock, seal, channels } = context;
  const secret = randomBytes(32).toString('base64url');
  const settings = name === 'telegram' ? { ...given, secret_token: secret } : given;
  const row: ChannelRow = {
    site_id: site.id,
    channel: name,
    settings: seal.close(JSON.stringify(settings)),
    created_at: clock(),
    received_at: null,
    sent_at: null,
    fault: null,
  };
  // Saved before the webhook is registered, so that its first call is verified with the new secret.
  const before = await findChannel(store, site.id, name);
  await store.write((tx) => saveChannel(tx, row));
  const connected = await channels[name].connect(settings, webhookUrl(context, site, name), signal);
  if ('fault' in connected && connected.isRefused) {
    await store.write((tx) =>
      before === undefined ? deleteChannel(tx, site.id, name) : saveChannel(tx, before),
    );
    throw invalid(`${nameOf(name)} does not accept these settings: ${connected.fault}.`);
  }
  const fault = 'fault' in connected ? connected.fault : null;
  return { ...viewChannel(context, site, { ...(before ?? row), settings: row.settings }), fault };
}

export async function channelsOf(context: ChannelContext, site: SiteRow) {
  const rows = await listChannels(context.store, site.id);
  return { channels: rows.map((row) => viewChannel(context, site, row)) };
}

export async function removeChannel(
  context: ChannelContext,
  site: SiteRow,
  name: ChannelName,
  signal: AbortSignal,
): Promise<void> {
  const { store, seal, channels } = context;
  const row = await findChannel(store, site.id, name);
  if (row === undefined) throw absent('channel');
  await store.write((tx) => deleteChannel(tx, site.id, name));
  let settings: ChannelSettings;
  try {
    settings = openSettings(seal, row);
  } catch {
    return;
  }
  await channels[name].disconnect(settings, webhookUrl(context, site, name), signal);
}

/** Checks the settings with the service, and registers the webhook again. */
export async function tryChannel(
  context: ChannelContext,
  site: SiteRow,
  name: ChannelName,
  signal: AbortSignal,
): Promise<ChannelTrial> {
  const { channel, settings } = await requireChannel(context, site.id, name);
  const trial = await channel.trial(settings, signal);
  const url = webhookUrl(context, site, name);
  const connected = 'fault' in trial ? trial : await channel.connect(settings, url, signal);
  if ('fault' in connected) return { ok: false, channel: name, name: null, error: connected.fault };
  return { ok: true, channel: name, name: 'fault' in trial ? null : trial.name };
}

function webhookUrl({ publicUrl }: ChannelContext, site: SiteRow, name: ChannelName): string {
  return `${publicUrl()}/v1/channels/${name}/${site.id}`;
}

function nameOf(name: ChannelName): string {
  return name === 'whatsapp' ? 'WhatsApp' : 'Telegram';
}

function viewChannel(context: ChannelContext, site: SiteRow, row: ChannelRow): ChannelView {
  const iso = (ms: number | null) => (ms === null ? null : isoTime(ms));
  let phone: string | undefined;
  let sealed: string | null = null;
  try {
    phone = openSettings(context.seal, row).phone_number_id;
  } catch (error) {
    sealed = error instanceof Problem ? error.message : null;
  }
  return {
    channel: row.channel,
    webhook_url: webhookUrl(context, site, row.channel),
    ...(phone === undefined ? {} : { phone_number_id: phone }),
    created_at: isoTime(row.created_at),
    last_received_at: iso(row.received_at),
    last_sent_at: iso(row.sent_at),
    fault: sealed ?? row.fault,
  };
}
