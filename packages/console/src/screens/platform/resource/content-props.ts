/** The properties of a resource's content. */
import type { Resource } from '@baraza/contract';

export interface ContentProps {
  readonly resource: Resource;
  /** False for read-only keys and archived resources. */
  readonly isWritable: boolean;
  /** Called with the changed resource; without it the resource is loaded again. */
  readonly onChanged: (resource?: Resource) => void;
}
