import type { Section } from '../reference.ts';
import { ids } from './examples.ts';

const asha = { id: ids.user, verified: false, email: 'asha@example.org', name: 'Asha' } as const;
const signedIn = {
  token: 'usr_Jq4mT8vX2bN6cR0yW5zK9sD3fG7hL1pA',
  expiresAt: '2026-12-16T08:12:30.402Z',
  user: asha,
} as const;
const ok = { 200: { ok: true } } as const;
const account = { email: asha.email, password: 'a long password' } as const;

export const usersSection: Section = {
  tag: 'Users',
  about:
    'Accounts of the users of an app, kept in a data resource of kind Users. No key is needed; `me`, `password` and ' +
    'sign-out take the token of the user: `Authorization: Bearer usr_…`.',
  path: { id: { about: 'The id of the Users resource, `res_…`.', example: ids.users } },
  operations: {
    signUp: {
      about:
        'Creates an account and signs it in, if `config.signUp` is true. Other fields become fields of the account.',
      body: { json: { ...account, name: asha.name } },
      answers: { 201: signedIn },
    },
    signIn: {
      about:
        'Signs in with a password, or with the code of a mail. Too many wrong ones answer 429 for a while.',
      body: { json: account },
      answers: { 200: signedIn },
    },
    sendCode: {
      about:
        'Mails six digits that sign in once, within ten minutes. The answer is the same for an address that has no ' +
        'account.',
      body: { json: { email: asha.email } },
      answers: { 202: { ok: true } },
    },
    getMe: {
      about: 'Reads the account of the token. A server checks a token of its users by this.',
      answers: { 200: asha },
    },
    changeMe: {
      about:
        'Changes fields of the account by a JSON merge patch, as far as the resource lets users set them.',
      body: { json: { name: 'Asha Mwangi' } },
      answers: { 200: { ...asha, name: 'Asha Mwangi' } },
    },
    changePassword: {
      about: 'Sets a new password and ends all other sessions of the account.',
      body: { json: { password: 'a longer password', current: account.password } },
      answers: ok,
    },
    signOut: { about: 'Ends the session of this token.', answers: ok },
    signOutEverywhere: { about: 'Ends all sessions of the account.', answers: ok },
  },
};
