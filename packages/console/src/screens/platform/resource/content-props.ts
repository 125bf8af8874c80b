/** What the content of a resource is given by its screen. */
import type { Resource } from '@baraza/contract';

export interface ContentProps {
  readonly resource: Resource;
  /** False where the key only reads, and where the resource is archived. */
  readonly isWritable: boolean;
  /** The resource as a change has left it; without one it is loaded again. */
  readonly onChanged: (resource?: Resource) => void;
}
