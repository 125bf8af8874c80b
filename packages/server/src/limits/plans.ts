import type { PlanLimits } from '@baraza/contract';
import { planCounts, planNamePattern, planRates, usualRates } from '@baraza/contract/plain';
import { isObject } from '../kernel/json/is-object.ts';

/** Monthly allowances and rate limits of a plan; null means unlimited. */
export type Plan = PlanLimits;

/** Calls per minute; for leads per ten minutes. */
export type PlanRates = Plan['rates'];

export type Plans = { readonly [name: string]: Plan };

const unlimited: PlanRates = {
  ask_visitor: null,
  ask_network: null,
  transcribe: null,
  speak: null,
  leads: null,
};

/** The built-in plans; the operator may change them and add others. */
export const defaultPlans: Plans = {
  local: {
    questions: null,
    voice: null,
    live_seconds: null,
    live_sessions: null,
    rates: unlimited,
  },
  free: { questions: 500, voice: 100, live_seconds: 600, live_sessions: 2, rates: usualRates },
  basic: {
    questions: 5_000,
    voice: 1_000,
    live_seconds: 6_000,
    live_sessions: 10,
    rates: usualRates,
  },
  pro: {
    questions: 50_000,
    voice: 10_000,
    live_seconds: 60_000,
    live_sessions: 50,
    rates: usualRates,
  },
};

/** A site whose plan is no longer there falls back to the smallest built-in plan. */
export function planOf(plans: Plans, name: string): Plan {
  const plan = Object.hasOwn(plans, name) ? plans[name] : (plans.free ?? defaultPlans.free);
  if (plan === undefined) throw new Error('there is no plan to fall back to');
  return plan;
}

/** The plans of a JSON text; throws one sentence with what is expected. */
export function parsePlans(text: string): Plans {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error('must name a file of JSON', { cause });
  }
  if (!isObject(value) || Object.keys(value).length === 0)
    throw new Error('must name a file with plans by their names');
  const plans = Object.entries(value).map(([name, plan]) => [name, parsePlan(name, plan)] as const);
  return Object.fromEntries(plans);
}

function parsePlan(name: string, value: unknown): Plan {
  if (!planNamePattern.test(name))
    throw new Error(`must name plans with lower-case letters, digits and hyphens, not "${name}"`);
  if (!isObject(value)) throw new Error(`must have an object for the plan ${name}`);
  const rates = value.rates ?? {};
  if (!isObject(rates)) throw new Error(`must have an object for the rates of the plan ${name}`);
  // A misspelt limit would silently mean unlimited.
  const unknown =
    Object.keys(value).find((field) => ![...planCounts, 'rates'].includes(field)) ??
    Object.keys(rates).find((field) => !Object.hasOwn(usualRates, field));
  if (unknown !== undefined)
    throw new Error(`must have no ${unknown} for the plan ${name}, which is not a known field`);
  return {
    ...limitsOf(name, value, planCounts, {}),
    rates: limitsOf(name, rates, planRates, usualRates),
  };
}

function limitsOf<Field extends string>(
  plan: string,
  given: { readonly [field: string]: unknown },
  fields: readonly Field[],
  usual: { readonly [field: string]: number },
): { readonly [field in Field]: number | null } {
  const limits = fields.map((field) => {
    const { [field]: limit = usual[field] ?? null } = given;
    if (limit === null || (Number.isSafeInteger(limit) && Number(limit) >= 0))
      return [field, limit];
    throw new Error(`must have a whole number or null for ${field} of the plan ${plan}`);
  });
  return Object.fromEntries(limits);
}
