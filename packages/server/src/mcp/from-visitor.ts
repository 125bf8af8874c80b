/**
 * What visitors wrote, kept apart in a field of that name: whoever reads the answer of a tool can see which text may
 * try to give orders. A field that is not known to come from the server counts as a visitor's.
 */

type Json = { readonly [name: string]: unknown };

const questionFields = new Set([
  'id',
  'asked_at',
  'language',
  'mode',
  'answered',
  'answer',
  'sources',
  'status',
  'feedback',
  'count',
]);
const leadFields = new Set(['id', 'received_at', 'language', 'status', 'missing']);

export function splitQuestion(question: unknown): Json {
  return split(question as Json, questionFields);
}

export function splitLead(lead: unknown): Json {
  return split(lead as Json, leadFields);
}

/** An entry that was taught has the words of a visitor as its question. */
export function splitTaughtEntry(entry: unknown): Json {
  const { question, alternatives, ...rest } = entry as Json;
  return { ...rest, from_visitor: { question, alternatives } };
}

function split(given: Json, own: ReadonlySet<string>): Json {
  const fields = Object.entries(given);
  return {
    ...Object.fromEntries(fields.filter(([name]) => own.has(name))),
    from_visitor: Object.fromEntries(fields.filter(([name]) => !own.has(name))),
  };
}
