/** People in the console: members with their roles, passkeys, and links by e-mail. */
import { z } from 'zod';
import { isEmailAddress } from '../contacts/email.ts';
import { isPersonName, wrongPersonName } from '../contacts/person-name.ts';
import { nameSchema } from '../requests.ts';
import { bodyOf } from './body.ts';
import { invitationSchema } from './operator.ts';
import { memberRoles } from './roles.ts';

const wrongEmail = 'email must be an e-mail address, such as asha@example.com.';

/** In lower case, so that one confirmed address belongs to one member. */
const memberEmailSchema = z
  .string({ error: wrongEmail })
  .transform((value) => value.trim().toLowerCase())
  .refine(isEmailAddress, wrongEmail);

/** Visitors and colleagues see it. */
const memberNameSchema = nameSchema.refine(isPersonName, wrongPersonName);

const roleSchema = z.enum(memberRoles, { error: `role must be one of ${memberRoles.join(', ')}.` });

export const signInLinkSchema = bodyOf({ email: memberEmailSchema });
export type SignInLink = z.infer<typeof signInLinkSchema>;

const proofSentence = 'Send {"link": "…"} with the last part of the link in the mail.';

export const addressProofSchema = bodyOf({
  link: z.string({ error: proofSentence }).max(200, proofSentence),
});

export const acceptedSchema = z.object({ accepted: z.literal(true) });

/** The ways of signing in that this server has. */
export const signInWaysSchema = z.object({ mail: z.boolean() });
export type SignInWays = z.infer<typeof signInWaysSchema>;

export const memberSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** As it was entered. */
  email: z.string().nullable(),
  /** The address that signs in; null until one is confirmed. */
  confirmedEmail: z.string().nullable(),
  role: z.enum(memberRoles),
  createdAt: z.string(),
  /** The first sign-in; null until the invitation is used. */
  joinedAt: z.string().nullable(),
  lastSeenAt: z.string().nullable(),
  passkeys: z.number().int(),
  /** Whether the caller is this member. */
  current: z.boolean(),
});
export type Member = z.infer<typeof memberSchema>;

export const memberListSchema = z.object({ members: z.array(memberSchema) });
export type MemberList = z.infer<typeof memberListSchema>;

export const newMemberSchema = bodyOf({
  name: memberNameSchema,
  email: memberEmailSchema.nullable().optional(),
  role: roleSchema,
});
export type NewMember = z.input<typeof newMemberSchema>;

export const memberChangeSchema = bodyOf({
  name: memberNameSchema.optional(),
  /** null removes the address. */
  email: memberEmailSchema.nullable().optional(),
  role: roleSchema.optional(),
}).refine((change) => Object.keys(change).length > 0, 'Send name, email or role.');
export type MemberChange = z.input<typeof memberChangeSchema>;

/** The link is shown once; `mailed` says whether it is being sent by e-mail as well. */
const sentInvitationSchema = invitationSchema.extend({ mailed: z.boolean() });
export const memberInvitationSchema = sentInvitationSchema;
export type MemberInvitation = z.infer<typeof memberInvitationSchema>;

export const invitedMemberSchema = memberSchema.extend(sentInvitationSchema.shape);
export type InvitedMember = z.infer<typeof invitedMemberSchema>;

export const removedMemberSchema = z.object({ removed: z.literal(true), id: z.string() });

/** Options and responses of WebAuthn, as JSON; the browser and the library of the server define their fields. */
const webAuthnSchema = z.record(z.string(), z.unknown());

export const passkeyOptionsSchema = webAuthnSchema;
export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>;

export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** Whether it signs an operator in. */
  operator: z.boolean(),
});
export type Passkey = z.infer<typeof passkeySchema>;

export const passkeyListSchema = z.object({ passkeys: z.array(passkeySchema) });
export type PasskeyList = z.infer<typeof passkeyListSchema>;

export const newPasskeySchema = bodyOf({
  name: nameSchema.optional(),
  response: z.record(z.string(), z.unknown(), 'response must be what the browser made.'),
});
export type NewPasskey = z.infer<typeof newPasskeySchema>;

export const removedPasskeySchema = z.object({ removed: z.literal(true), id: z.string() });
