import { t } from './words.ts';

/** An event in plain words. */
export function actionLabel(action: string): string {
  const known: Readonly<Record<string, string>> = t.actions;
  return known[action] ?? action.replaceAll('-', ' ');
}
