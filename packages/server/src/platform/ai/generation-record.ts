import type { Writer } from '../../store/store.ts';
import { recordChange } from '../activity.ts';
import type { Platform } from '../platform.ts';
import type { Generated, Order } from './generation.ts';

export interface Made {
  readonly order: Order;
  readonly made: Generated;
}

/** Records a generation as activity; the assistant itself is not changed. */
export function recordGeneration(
  platform: Platform,
  tx: Writer,
  { order, made }: Made,
): Promise<void> {
  const { id, finishReason, usage } = made;
  return recordChange(platform, tx, order.caller, {
    action: 'text-generated',
    resource: { ...order.assistant, updated_at: platform.clock() },
    detail: { generationId: id, finishReason, usage },
  });
}
