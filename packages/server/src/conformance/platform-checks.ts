import { assistantSection } from './assistant-checks.ts';
import type { Section } from './check.ts';
import { eventSection } from './event-checks.ts';
import { objectSection } from './object-checks.ts';
import { type PlatformBench, preparePlatform } from './platform-bench.ts';
import { platformErrorSection } from './platform-error-checks.ts';
import { recordSection } from './record-checks.ts';
import { resourceSection } from './resource-checks.ts';
import { stateSection } from './state-checks.ts';

/** The other document: what a key of the platform shows. */
export const platformSections: readonly Section<PlatformBench>[] = [
  resourceSection,
  stateSection,
  recordSection,
  objectSection,
  assistantSection,
  eventSection,
  platformErrorSection,
];

export { preparePlatform };
