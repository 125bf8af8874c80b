/** The words on the wire: what callers send, what they get back, and every number of the API, once. */
export * from './activity.ts';
export * from './characters.ts';
export * from './ids.ts';
export * from './limits.ts';
export * from './live.ts';
export * from './objects.ts';
export * from './problems.ts';
export * from './requests.ts';
export * from './responses.ts';
export * from './site-limits.ts';
export * from './site-operator.ts';
export * from './site-problems.ts';
export * from './site-profile.ts';
export * from './site-requests.ts';
export * from './site-responses.ts';
export * from './site-vocabulary.ts';
export * from './vocabulary.ts';
