/** Members, and the passkeys and devices of the person who is signed in. */
import {
  acceptedSchema,
  addressProofSchema,
  consoleLimits,
  invitedMemberSchema,
  memberChangeSchema,
  memberInvitationSchema,
  memberListSchema,
  memberSchema,
  newMemberSchema,
  newPasskeySchema,
  newPushDeviceSchema,
  passkeyListSchema,
  passkeyOptionsSchema,
  passkeySchema,
  pushDeviceSchema,
  pushSchema,
  pushTrialSchema,
  removedMemberSchema,
  removedPasskeySchema,
  removedPushDeviceSchema,
} from '@baraza/contract';
import type { Console } from '../console.ts';
import { challengeCookie } from '../cookie.ts';
import { type ConsoleRoute, changeRoute, json, readRoute, sessionPolicy } from '../route.ts';
import { personOf } from '../sessions.ts';
import {
  addMember,
  changeMember,
  inviteMember,
  listMembers,
  removeMember,
  viewedMember,
} from './members.ts';
import { confirmOwnAddress, sendOwnConfirmation } from './own-address.ts';
import { passkeyOrigin, readPasskeyReply } from './passkey-origin.ts';
import { addPasskey, listPasskeys, offerRegistration, removePasskey } from './passkeys.ts';
import { addDevice, listDevices, removeDevice, tryDevice } from './push.ts';

const { bodyBytesMax } = consoleLimits;

export function peopleRoutes(console: Console): readonly ConsoleRoute[] {
  return [
    ...memberRoutes(console),
    ...addressRoutes(console),
    ...passkeyRoutes(console),
    ...pushRoutes(console),
  ];
}

function memberRoutes(console: Console): readonly ConsoleRoute[] {
  const path = '/console/members';
  return [
    readRoute(path, 'The people who work for this owner', memberListSchema, ({ caller }) =>
      listMembers(console, caller),
    ),
    changeRoute('POST', path, 'Invite a person, by a link and where possible by e-mail', {
      body: newMemberSchema,
      bodyBytesMax,
      answers: { 201: invitedMemberSchema },
      work: ({ caller, body }) => addMember(console, caller, body),
    }),
    changeRoute('PATCH', `${path}/:id`, 'Change the name, address or role of a member', {
      body: memberChangeSchema,
      bodyBytesMax,
      answers: { 200: memberSchema },
      work: ({ caller, params, body }) => changeMember(console, caller, params.id ?? '', body),
    }),
    changeRoute('POST', `${path}/:id/invite`, 'Create a new link for a member', {
      answers: { 201: memberInvitationSchema },
      work: ({ caller, params }) => inviteMember(console, caller, params.id ?? ''),
    }),
    changeRoute('DELETE', `${path}/:id`, 'Remove a member, whose sessions end at once', {
      answers: { 200: removedMemberSchema },
      work: async ({ caller, params: { id = '' } }) => {
        await removeMember(console, caller, id);
        return { removed: true, id };
      },
    }),
  ];
}

function addressRoutes(console: Console): readonly ConsoleRoute[] {
  return [
    changeRoute(
      'POST',
      '/console/email',
      'Confirm your address with the link that was sent to it',
      {
        body: addressProofSchema,
        bodyBytesMax,
        answers: { 200: memberSchema },
        work: async ({ caller, body }) => {
          await confirmOwnAddress(console, caller, body.link);
          return viewedMember(console, caller, personOf(caller).id);
        },
      },
    ),
    changeRoute('POST', '/console/email/link', 'Send the link that confirms your address again', {
      answers: { 202: acceptedSchema },
      work: async ({ caller }) => {
        await sendOwnConfirmation(console, caller);
        return { accepted: true };
      },
    }),
  ];
}

function passkeyRoutes(console: Console): readonly ConsoleRoute[] {
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

/** None if this process serves no sites: all notices are about sites. */
function pushRoutes({ assistant, keyring }: Console): readonly ConsoleRoute[] {
  if (assistant === undefined) return [];
  const context = { assistant, keyring };
  const path = '/console/push';
  return [
    readRoute(
      path,
      'Your devices that show notices, and the key to register one',
      pushSchema,
      (call) => listDevices(context, call.caller),
    ),
    changeRoute('POST', path, 'Show notices on the device of this session, until it signs out', {
      body: newPushDeviceSchema,
      bodyBytesMax,
      answers: { 201: pushDeviceSchema },
      work: ({ caller, body }) => addDevice(context, caller, body),
    }),
    changeRoute('POST', `${path}/test`, 'Send a test notice to the device of this session', {
      answers: { 200: pushTrialSchema },
      work: ({ caller, signal }) => tryDevice(context, caller, signal),
    }),
    changeRoute('DELETE', `${path}/:id`, 'Stop notices on one of your devices', {
      answers: { 200: removedPushDeviceSchema },
      work: async ({ caller, params: { id = '' } }) => {
        await removeDevice(context, caller, id);
        return { removed: true, id };
      },
    }),
  ];
}
