/**
 * What of the contract needs no schema: numbers and vocabularies. A command that only asks a running server
 * loads this and not the index, whose schemas take a third of all its time.
 */
export * from './limits.ts';
export * from './site-limits.ts';
export * from './site-vocabulary.ts';
export * from './units.ts';
