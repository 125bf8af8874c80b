import {
  consoleLimits,
  invitedMemberSchema,
  memberChangeSchema,
  memberInvitationSchema,
  memberListSchema,
  memberSchema,
  newMemberSchema,
  removedMemberSchema,
} from '@baraza/contract';
import type { Console } from '../console.ts';
import { type ConsoleRoute, changeRoute, readRoute } from '../route.ts';
import { addMember, changeMember, inviteMember, listMembers, removeMember } from './members.ts';

export function memberRoutes(console: Console): readonly ConsoleRoute[] {
  const path = '/console/members';
  const { bodyBytesMax } = consoleLimits;
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
