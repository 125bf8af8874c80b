import { type SiteFeature, siteFeatures } from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';
import type { Assistant } from './assistant.ts';
import { offeredTo } from './voice/voice.ts';

// Features of every server.
const always = ['ask', 'leads', 'questions', 'feedback'] as const;

/** The capabilities in the descriptor of this server. */
export function capabilitiesOf(assistant: Pick<Assistant, 'off' | 'voice'>): readonly string[] {
  const { voice, speak, live } = offeredTo(assistant, { voice: true });
  const lacks: ReadonlySet<SiteFeature> = new Set([
    ...(speak ? [] : ['speak' as const]),
    ...(live ? [] : ['live' as const]),
  ]);
  return [
    ...always,
    ...(voice ? ['transcribe'] : []),
    ...siteFeatures.filter((feature) => !assistant.off.has(feature) && !lacks.has(feature)),
  ];
}

export function assertSupported({ off }: Pick<Assistant, 'off'>, feature: SiteFeature): void {
  if (off.has(feature))
    throw new Problem('not_supported', `This server does not support ${feature}.`);
}
