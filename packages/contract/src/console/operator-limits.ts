/** What an operator may set: the names and numbers of plans, and the backups of a schedule. */
export const planNamePattern = /^[a-z0-9-]{1,40}$/;

/** Of a month; the last one at once. */
export const planCounts = ['questions', 'voice', 'live_seconds', 'live_sessions'] as const;

/** Of a minute; leads of ten. */
export const planRates = ['ask_visitor', 'ask_network', 'transcribe', 'speak', 'leads'] as const;

/** Of a plan that names none. */
export const usualRates = {
  ask_visitor: 20,
  ask_network: 120,
  transcribe: 10,
  speak: 20,
  leads: 5,
} as const;

export const planCountMax = 1_000_000_000;

/** Backups of a schedule that stay. */
export const backupsKeptMax = 365;
