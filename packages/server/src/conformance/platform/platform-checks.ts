import type { Section } from '../check.ts';
import { assistantSection } from './assistant-checks.ts';
import { type PlatformBench, preparePlatform } from './bench.ts';
import { platformErrorSection } from './error-checks.ts';
import { eventSection } from './event-checks.ts';
import { objectSection } from './object-checks.ts';
import { recordSection } from './record-checks.ts';
import { resourceSection } from './resource-checks.ts';
import { stateSection } from './state-checks.ts';
import { webhookSection } from './webhook-checks.ts';

/** The other document: what a key of the platform shows. */
export const platformSections: readonly Section<PlatformBench>[] = [
  resourceSection,
  stateSection,
  recordSection,
  objectSection,
  assistantSection,
  eventSection,
  webhookSection,
  platformErrorSection,
];

export { preparePlatform };
