import { t } from './words.ts';

/** An event in plain words. */
export function actionLabel(action: string): string {
  return t.actions[action] ?? action.replaceAll('-', ' ');
}
