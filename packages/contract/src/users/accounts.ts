/** Accounts of an application: requests and responses of its users. */
import { z } from 'zod';

const object = { error: 'The body must be a JSON object.' };
const text = (field: string) => z.string({ error: `${field} must be text.` });
const field = (name: string) => text(name).max(1_000, { error: `${name} is too long.` });

/** Other fields are fields of the account. */
export const signUpSchema = z
  .custom<{ readonly [name: string]: unknown }>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    object,
  )
  .meta({
    id: 'SignUp',
    type: 'object',
    additionalProperties: true,
    required: ['email', 'password'],
    properties: { email: { type: 'string' }, password: { type: 'string' } },
  });

export const userSignInSchema = z
  .object(
    {
      email: field('email'),
      password: field('password').optional(),
      code: field('code').optional(),
    },
    object,
  )
  .meta({ id: 'SignIn' });
export type UserSignIn = z.output<typeof userSignInSchema>;

export const codeRequestSchema = z
  .object({ email: field('email') }, object)
  .meta({ id: 'CodeRequest' });

export const accountPatchSchema = z
  .custom<{ readonly [name: string]: unknown }>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    object,
  )
  .meta({ id: 'AccountPatch', type: 'object', additionalProperties: true });

export const passwordChangeSchema = z
  .object(
    {
      password: field('password').meta({ description: 'The new password.' }),
      current: field('current').optional().meta({
        description: 'The current password; not needed within 15 minutes of a sign-in by code.',
      }),
    },
    object,
  )
  .meta({ id: 'PasswordChange' });
export type PasswordChange = z.output<typeof passwordChangeSchema>;

export const userSchema = z
  .looseObject({ id: z.string(), verified: z.boolean() })
  .meta({ id: 'User', description: 'The fields of the account that users see, with its id.' });

export const signedInSchema = z
  .object({
    token: z.string(),
    expiresAt: z.iso.datetime(),
    user: userSchema,
  })
  .meta({ id: 'SignedIn' });

export const usersResultSchema = z.object({ ok: z.literal(true) }).meta({ id: 'UsersResult' });
