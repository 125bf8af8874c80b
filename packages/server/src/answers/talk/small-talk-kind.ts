/** Of several in one message, the first one here is answered. */
export const ranks = [
  'person',
  'insult',
  'complaint',
  'language',
  'robot',
  'who-are-you',
  'help',
  'goodbye',
  'thanks',
  'elder',
  'how-are-you',
  'slang',
  'jambo',
  'greeting',
  'acknowledged',
] as const;

export type SmallTalk = (typeof ranks)[number] | 'wordless' | 'pictures';
