import type { Caller } from '../access/scopes.ts';
import type { SiteRow } from '../store/site/sites.ts';
import type { createAssistant } from './create-assistant.ts';

/** Everything that the site routes use. A rule takes the fields that it needs: `Pick<Assistant, …>`. */
export type Assistant = Readonly<ReturnType<typeof createAssistant>>;

/** A page or an application that was admitted, with the row of its site, read for this call. */
export interface Visitor {
  readonly site: SiteRow;
}

export type SiteCaller = Caller | Visitor;
