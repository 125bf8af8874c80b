/** Requests that are made of the examples of a document. */
import type { Json, Operation } from './documents.ts';

/** With the ids of this server in the place of those of the example. */
export function exampleRequest(
  { method, path, described }: Operation,
  known: ReadonlyMap<string, string>,
): { readonly method: string; readonly target: string; readonly body: Json } {
  const filled = (text: string) =>
    [...known].reduce((done, [from, to]) => done.replaceAll(from, to), text);
  const examples = new Map<string, Json>(
    described.parameters.map((one: Json) => [one.name, one.example]),
  );
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name) => examples.get(name) ?? '');
  const query = new URLSearchParams();
  for (const one of described.parameters) {
    if (one.in !== 'query' || one.example === undefined) continue;
    if (one.style !== 'deepObject') query.set(one.name, String(one.example));
    else
      for (const [name, value] of Object.entries(one.example))
        query.set(`${one.name}[${name}]`, String(value));
  }
  const body = described.requestBody?.content['application/json']?.example;
  return {
    method,
    target: filled(query.size === 0 ? target : `${target}?${query}`),
    body: body === undefined ? undefined : JSON.parse(filled(JSON.stringify(body))),
  };
}

/** Where an answer has other names or types than its example; null and an empty list fit anything. */
export function differencesOf(example: Json, answer: Json, place = ''): readonly string[] {
  if (example === null || answer === null) return [];
  if (Array.isArray(example) && Array.isArray(answer)) {
    const isEmpty = example.length === 0 || answer.length === 0;
    return isEmpty ? [] : differencesOf(example[0], answer[0], `${place}/0`);
  }
  if (typeof example !== typeof answer || Array.isArray(example) !== Array.isArray(answer))
    return [`${place} is ${JSON.stringify(answer)}`];
  if (typeof example !== 'object') return [];
  const names = new Set([...Object.keys(example), ...Object.keys(answer)]);
  return [...names].flatMap((name) => {
    if (!Object.hasOwn(answer, name)) return [`${place}/${name} is not in the answer`];
    if (!Object.hasOwn(example, name))
      return [`${place}/${name} is not in the example: ${JSON.stringify(answer[name])}`];
    return differencesOf(example[name], answer[name], `${place}/${name}`);
  });
}
