/** Hours from midnight, or as they are counted in Swahili, from sunrise. */
export type Clock = 'day' | 'swahili';
