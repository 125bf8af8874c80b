import type { Caller } from '../access/scopes.ts';
import type { Route } from '../http/route.ts';

export type PlatformRoute = Route<Caller>;
