/** From a request to what a handler gets. */
import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { invalid } from '../../kernel/problem.ts';
import { type Arrival, type Call, jsonBytesMaxOf, type Route } from '../route.ts';
import { readJson, readJsonBytes } from './json-body.ts';

/** A request whose credential was checked, before its body is read. */
export function arrivalOf<Caller>(
  raw: IncomingMessage,
  params: { readonly [name: string]: string },
  caller: Caller,
  requestId: string,
  signal: AbortSignal,
): Arrival<Caller> {
  return {
    caller,
    requestId,
    params,
    raw,
    signal,
    header: (name) => {
      const value = raw.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
  };
}

/** Reads query and body by the schemas of the route; `sendContinue` lets a client that waits for it send the body. */
export async function readCall<Caller>(
  route: Route<Caller>,
  arrival: Arrival<Caller>,
  fields: { readonly [name: string]: string },
  sendContinue: () => void,
): Promise<Call<Caller>> {
  const { policy } = route;
  const { raw } = arrival;
  const query = route.query === undefined ? {} : parseWith(route.query, fields);
  sendContinue();
  if (route.isReadByRule)
    return {
      ...arrival,
      query,
      body: undefined,
      bodyBytes: await readJsonBytes(raw, policy.bodyBytesMax),
    };
  const jsonBytesMax = jsonBytesMaxOf(route, raw);
  const body =
    jsonBytesMax === undefined ? undefined : await readJson(raw, jsonBytesMax, route.bodyDepthMax);
  return {
    ...arrival,
    query,
    body:
      body === undefined || route.body === undefined
        ? undefined
        : parseWith(route.body, body.value),
    bodyBytes: body?.bytes ?? new Uint8Array(),
  };
}

function parseWith<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalid(result.error.issues[0]?.message ?? 'The request is not valid.');
}
