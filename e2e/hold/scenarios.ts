/** Every scenario, in the order of the page of figures. */
import type { Scenario } from './scenario.ts';
import { cancelled } from './scenarios/cancelled.ts';

export const scenarios: readonly Scenario[] = [cancelled];
