import type { State } from '@baraza/contract';
import { Badge } from '../../../design/notes/badge.tsx';
import { speak } from '../../../words/language.ts';
import { words } from './words.ts';

const kinds = {
  active: 'good',
  validated: 'good',
  captured: 'good',
  completed: 'plain',
  archived: 'plain',
  invalid: 'alarm',
} as const;

export function StateBadge({ state }: { readonly state: State }) {
  return <Badge kind={kinds[state]}>{speak(words).states[state]}</Badge>;
}
