/** What an operator may set: the names and numbers of plans, and the backups of a schedule. */
export const planNamePattern = /^[a-z0-9-]{1,40}$/;

/** Limits of a month; `live_sessions` is a limit of concurrent sessions. */
export const planCounts = ['questions', 'voice', 'live_seconds', 'live_sessions'] as const;

/** Limits of a minute; of ten minutes for leads. */
export const planRates = ['ask_visitor', 'ask_network', 'transcribe', 'speak', 'leads'] as const;

/** The rates of a plan that sets none. */
export const usualRates = {
  ask_visitor: 20,
  ask_network: 120,
  transcribe: 10,
  speak: 20,
  leads: 5,
} as const;

export const planCountMax = 1_000_000_000;

/** The most backups that a schedule may keep. */
export const backupsKeptMax = 365;
