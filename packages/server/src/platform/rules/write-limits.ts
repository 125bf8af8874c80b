/** `config.limits`: how many changes an account may make in a resource in a minute. */
import type { JsonObject } from '@baraza/contract';
import { isObject } from '../../kernel/json/is-object.ts';
import { invalid } from '../../kernel/problem.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { parsedConfig } from '../parsed-config.ts';

const perMinuteMax = 6_000;

/** Undefined for the usual limit; what has another form is a setting of the application. */
export function perMinuteOf({ config }: Pick<ResourceRow, 'config'>): number | undefined {
  const { limits } = parsedConfig(config);
  return isObject(limits) && areLimits(limits) ? (limits.perMinute as number) : undefined;
}

/** For resources that users reach: a mistake would leave them with another limit than was meant. */
export function assertLimits({ limits }: JsonObject): void {
  if (limits === undefined || limits === null) return;
  if (isObject(limits) && (Object.keys(limits).length === 0 || areLimits(limits))) return;
  throw invalid(
    `config.limits must be like {"perMinute":60}: from 1 to ${perMinuteMax} changes of an account in a minute.`,
  );
}

function areLimits({ perMinute, ...rest }: JsonObject): boolean {
  const isNumber = Number.isInteger(perMinute) && Number(perMinute) >= 1;
  return isNumber && Number(perMinute) <= perMinuteMax && Object.keys(rest).length === 0;
}
