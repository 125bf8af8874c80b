import type { DeliveryStatus } from '@baraza/contract';
import { Badge } from '../../../design/notes/badge.tsx';
import { speak } from '../../../words/language.ts';
import { words } from './words.ts';

const badges = {
  pending: 'care',
  sending: 'care',
  held: 'care',
  delivered: 'good',
  failed: 'alarm',
} as const;

export const deliveryStatuses = Object.keys(badges) as readonly DeliveryStatus[];

export function StatusBadge({ status }: { readonly status: DeliveryStatus }) {
  return <Badge kind={badges[status]}>{speak(words).statuses[status]}</Badge>;
}
