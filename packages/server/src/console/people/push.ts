/** The devices of a person that show notices. */
import {
  consoleLimits,
  type NewPushDevice,
  type Push,
  type PushDevice,
  type PushTrial,
} from '@baraza/contract';
import type { Keyring } from '../../access/keys.ts';
import { isCurvePoint } from '../../delivery/push.ts';
import { isoTime } from '../../kernel/clock.ts';
import { conflict, invalid, Problem } from '../../kernel/problem.ts';
import { assertWithinRate } from '../../limits/rate.ts';
import type { Assistant } from '../../site/assistant.ts';
import { trialPush } from '../../site/notices/push-text.ts';
import {
  deletePushDevice,
  insertPushDevice,
  type PushDeviceRow,
  pushDevicesOf,
} from '../../store/push.ts';
import { whileAlive } from '../caller-keys.ts';
import { personOf, type SessionCaller } from '../sessions.ts';

interface Context {
  readonly assistant: Assistant;
  readonly keyring: Keyring;
}

export async function listDevices(context: Context, signed: SessionCaller): Promise<Push> {
  const rows = await devicesOf(context, signed);
  return {
    key: await context.assistant.pushService.publicKey(),
    devices: rows.map((row) => viewDevice(row, signed)),
  };
}

export async function addDevice(
  { keyring }: Context,
  signed: SessionCaller,
  { endpoint, keys, language = undefined, name = 'Device' }: NewPushDevice,
): Promise<PushDevice> {
  const { id: memberId } = personOf(signed);
  if (!isCurvePoint(keys.p256dh))
    throw invalid('keys must have p256dh and auth, as the browser made them.');
  const device: PushDeviceRow = {
    id: keyring.makeId('push'),
    owner_id: signed.ownerId,
    member_id: memberId,
    session_hash: signed.session.hash,
    endpoint,
    ...keys,
    language: language ?? null,
    name,
    created_at: keyring.clock(),
  };
  await whileAlive(keyring, signed).store.write(async (tx) => {
    if ((await insertPushDevice(tx, device)) === 0)
      throw conflict('Another person has registered this device; subscribe again in the browser.');
  });
  return viewDevice(device, signed);
}

export async function removeDevice(
  context: Context,
  signed: SessionCaller,
  id: string,
): Promise<void> {
  const found = (await devicesOf(context, signed)).find((row) => row.id === id);
  if (found === undefined) throw new Problem('not_found', 'There is no such device.');
  await context.keyring.store.write((tx) => deletePushDevice(tx, id));
}

/** Sent once, without retries. */
export async function tryDevice(
  context: Context,
  signed: SessionCaller,
  signal: AbortSignal,
): Promise<PushTrial> {
  const { keyring, assistant } = context;
  const { id: memberId } = personOf(signed);
  const { pushTrialsMax: max, pushTrialsWindowMs: windowMs } = consoleLimits;
  const device = (await devicesOf(context, signed)).find((row) => isCurrent(row, signed));
  if (device === undefined) throw conflict('This device shows no notices yet; turn them on first.');
  await keyring.store.write((tx) =>
    assertWithinRate(tx, { bucket: `push trial ${memberId}`, max, windowMs }, keyring.clock()),
  );
  const outcome = await assistant.pushService.send(
    device,
    trialPush(device.language ?? 'en'),
    signal,
  );
  if (outcome.kind === 'gone') await keyring.store.write((tx) => deletePushDevice(tx, device.id));
  const error =
    outcome.kind === 'gone'
      ? 'the push service no longer knows this device'
      : 'fault' in outcome
        ? outcome.fault
        : null;
  return { delivered: outcome.kind === 'delivered', status: outcome.status, error };
}

function devicesOf({ keyring }: Context, signed: SessionCaller): Promise<PushDeviceRow[]> {
  return pushDevicesOf(keyring.store, personOf(signed).id, keyring.clock());
}

function isCurrent({ session_hash: hash }: PushDeviceRow, { session }: SessionCaller): boolean {
  return hash === session.hash;
}

function viewDevice(row: PushDeviceRow, signed: SessionCaller): PushDevice {
  const { id, name, created_at: createdAt } = row;
  return { id, name, createdAt: isoTime(createdAt), current: isCurrent(row, signed) };
}
