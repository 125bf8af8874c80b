import {
  consoleLimits,
  newPasskeySchema,
  passkeyListSchema,
  passkeyOptionsSchema,
  passkeySchema,
  removedPasskeySchema,
} from '@baraza/contract';
import type { Console } from '../console.ts';
import { challengeCookie } from '../cookie.ts';
import { type ConsoleRoute, changeRoute, json, readRoute, sessionPolicy } from '../route.ts';
import { passkeyOrigin, readPasskeyReply } from './passkey-origin.ts';
import { addPasskey, listPasskeys, offerRegistration, removePasskey } from './passkeys.ts';

export function passkeyRoutes(console: Console): readonly ConsoleRoute[] {
  const path = '/console/passkeys';
  const { publicUrl } = console;
  return [
    readRoute(
      path,
      'The passkeys of the person who is signed in',
      passkeyListSchema,
      ({ caller }) => listPasskeys(console, caller),
    ),
    {
      method: 'POST',
      path: `${path}/options`,
      summary: 'Options for navigator.credentials.create(), valid once and for five minutes',
      policy: sessionPolicy('write'),
      answers: { 200: passkeyOptionsSchema },
      handle: async ({ caller, raw }) => {
        const { options, sealed } = await offerRegistration(
          console,
          caller,
          passkeyOrigin(console, raw),
        );
        const cookie = challengeCookie(sealed, consoleLimits.passkeyChallengeMs, publicUrl());
        return { ...json(200, options), headers: { 'set-cookie': cookie } };
      },
    },
    changeRoute('POST', path, 'Add a passkey', {
      body: newPasskeySchema,
      bodyBytesMax: consoleLimits.passkeyBytesMax,
      answers: { 201: passkeySchema },
      work: ({ caller, body, raw }) =>
        addPasskey(console, caller, body, readPasskeyReply(console, raw)),
    }),
    changeRoute('DELETE', `${path}/:id`, 'Remove a passkey, and end the sessions opened with it', {
      answers: { 200: removedPasskeySchema },
      work: async ({ caller, params: { id = '' } }) => {
        await removePasskey(console, caller, id);
        return { removed: true, id };
      },
    }),
  ];
}
