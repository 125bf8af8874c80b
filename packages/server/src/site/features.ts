import { type SiteFeature, siteFeatures } from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';
import type { Assistant } from './site.ts';

// What every server does, and what this one has no engine for.
const always = ['ask', 'leads', 'questions', 'feedback'] as const;
const absent: ReadonlySet<SiteFeature> = new Set(['speak', 'live']);

/** What an application may count on here. */
export function capabilitiesOf({ off }: Pick<Assistant, 'off'>): readonly string[] {
  return [
    ...always,
    ...siteFeatures.filter((feature) => !off.has(feature) && !absent.has(feature)),
  ];
}

export function assertSupported({ off }: Pick<Assistant, 'off'>, feature: SiteFeature): void {
  if (off.has(feature))
    throw new Problem('not_supported', `This server does not support ${feature}.`);
}
