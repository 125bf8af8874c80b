/**
 * The parts of the contract without schemas: limits and vocabularies. Commands that only call a running server import
 * this instead of the index, because loading the schemas would take a third of their time.
 */
export * from './characters.ts';
export * from './console/operator-limits.ts';
export * from './console/roles.ts';
export * from './contacts/answerable.ts';
export * from './contacts/email.ts';
export * from './contacts/telephone.ts';
export * from './limits.ts';
export * from './prices/amount-words.ts';
export * from './site-limits.ts';
export * from './site-vocabulary.ts';
export * from './units.ts';
export * from './vocabulary.ts';
