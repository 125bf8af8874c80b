import type { Page } from 'playwright-core';
import type { ConsoleStage } from './stage.ts';

export interface LookedAt {
  /** Names its pictures. */
  readonly name: string;
  /** Behind the `#`; the site is `demo`. */
  readonly path: string;
  /** Without it, the owner. */
  readonly by?: 'owner' | 'operator' | 'nobody';
  /** What the page needs to have before it is opened, once. */
  readonly prepare?: (stage: ConsoleStage) => Promise<unknown>;
  /** What is done on the page before it is looked at. */
  readonly reach?: (page: Page) => Promise<unknown>;
}
