/** What the members of an owner may do in the console. */

/** `editor`: information, questions, conversations. `answerer`: questions, conversations, leads. */
export const memberRoles = ['owner', 'editor', 'answerer'] as const;
export type MemberRole = (typeof memberRoles)[number];
