import {
  consoleLimits,
  issuedKeySchema,
  keyListSchema,
  keyViewSchema,
  type NewKey,
  newKeySchema,
  type RotateKey,
  rotateKeySchema,
} from '@baraza/contract';
import type { Console } from './console.ts';
import { endKeyOf, keysOf, makeKey, replaceKey } from './keys.ts';
import { type ConsoleRoute, json, sessionPolicy } from './route.ts';

const keys = '/console/keys';

export function keyRoutes({ keyring }: Console): readonly ConsoleRoute[] {
  return [
    {
      method: 'GET',
      path: keys,
      summary: 'Platform keys and owner credentials, without their text',
      policy: sessionPolicy('read'),
      answers: { 200: keyListSchema },
      handle: async ({ caller }) => json(200, { keys: await keysOf(keyring, caller) }),
    },
    {
      method: 'POST',
      path: keys,
      summary: 'Make a platform key or an owner credential; its text is shown once',
      policy: sessionPolicy('write', consoleLimits.keyBytesMax),
      body: newKeySchema,
      answers: { 201: issuedKeySchema },
      handle: async ({ caller, body }) => json(201, await makeKey(keyring, caller, body as NewKey)),
    },
    {
      method: 'POST',
      path: `${keys}/:id/rotate`,
      summary: 'Replace a key by one with the same rights; its text is shown once',
      policy: sessionPolicy('write', consoleLimits.bodyBytesMax),
      body: rotateKeySchema,
      answers: { 201: issuedKeySchema },
      handle: async ({ caller, params, body }) => {
        const { graceMinutes = 0 } = body as RotateKey;
        return json(201, await replaceKey(keyring, caller, params.id ?? '', graceMinutes));
      },
    },
    {
      method: 'DELETE',
      path: `${keys}/:id`,
      summary: 'End a key',
      policy: sessionPolicy('write'),
      answers: { 200: keyViewSchema },
      handle: async ({ caller, params }) =>
        json(200, await endKeyOf(keyring, caller, params.id ?? '')),
    },
  ];
}
