export const partNames = [
  'overview',
  'business',
  'hours',
  'closed',
  'prices',
  'faqs',
  'facts',
  'documents',
] as const;
export type Part = (typeof partNames)[number];
