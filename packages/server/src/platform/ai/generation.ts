/** The interface of generation engines. */

import type { Generate, Generation } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import type { Source } from '../../answers/knowledge.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import type { Known } from './attached-knowledge.ts';
import type { SourceLocation, Warning } from './knowledge.ts';

/** Pieces of the text as they are generated, then the complete result once. */
export type Piece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'end'; readonly generated: Generation };

/** Throws a Problem when nothing can be generated; leaving the iteration cancels the work. */
export type Generator = (order: Order, signal: AbortSignal) => AsyncIterable<Piece>;

export interface Order {
  readonly id: string;
  readonly caller: Caller;
  readonly assistant: ResourceRow;
  readonly wanted: Generate;
}

/** A source as the API shows it, with the path to what it cites. */
export function sourceOf(source: Source, known: Known): Generation['sources'][number] {
  const location = known.locations.get(source.id);
  return { ...source, id: publicId(source.id, location), ...location };
}

/** The `warnings` field; left out when there are none. */
export function warningsOf(known: Known | undefined): { readonly warnings?: Warning[] } {
  return known === undefined || known.warnings.length === 0
    ? {}
    : { warnings: [...known.warnings] };
}

// The parts of one file or record have different ids; callers know the file and the record.
function publicId(id: string, location: SourceLocation | undefined): string {
  if (location?.recordId !== undefined) return location.recordId;
  return location?.key === undefined ? id : `${location.resourceId}/${location.key}`;
}
