/** Schemas of requests. Error messages are complete sentences, because callers see them. */
import { z } from 'zod';
import { hasAtMost } from './characters.ts';
import { limits } from './limits.ts';
import { actions, listed, services, states } from './vocabulary.ts';

const text = (field: string) => z.string({ error: `${field} must be text.` });

const cleanText = (field: string) =>
  text(field).refine((value) => value.isWellFormed() && !value.includes('\0'), {
    error: `${field} must be Unicode text without NUL.`,
  });

export const nameSchema = cleanText('name')
  .transform((value) => value.trim())
  .refine((value) => value.length > 0, { error: 'name must not be empty.' })
  .refine(
    (value) =>
      value.length <= limits.nameCharactersMax || [...value].length <= limits.nameCharactersMax,
    {
      error: `name must have at most ${limits.nameCharactersMax} characters.`,
    },
  )
  .meta({ minLength: 1, maxLength: limits.nameCharactersMax, pattern: '\\S' });

const oneOf = <const Words extends readonly string[]>(field: string, words: Words) =>
  text(field)
    .transform((value) => value.trim().toLowerCase())
    .refine((value): value is Words[number] => words.includes(value), {
      error: `${field} must be one of ${listed(words)}.`,
    })
    .meta({ enum: [...words] });

export const serviceSchema = oneOf('service', services);
const stateSchema = oneOf('state', states);

const kindCharacter = '[\\p{L}\\p{M}\\p{N}_-]';
const kindPattern = `${kindCharacter}(?: *${kindCharacter})*`;
const isKind = new RegExp(`^${kindPattern}$`, 'u');

// Tools read patterns without the flag u, where `\p` means nothing: here any letter beyond ASCII fits.
const portableCharacter = '(?:[0-9A-Za-z_-]|[^\\u0000-\\u007f])';
const portableKind = `^ *${portableCharacter}(?: *${portableCharacter})* *$`;

export const kindSchema = text('kind')
  .transform((value) => value.trim())
  .refine((value) => [...value].length <= limits.kindCharactersMax && isKind.test(value), {
    error: `kind must be 1 to ${limits.kindCharactersMax} letters, digits, spaces, _ or -.`,
  })
  .meta({ minLength: 1, maxLength: limits.kindCharactersMax, pattern: portableKind });

export type JsonObject = { readonly [key: string]: unknown };

// The object is not copied: copying key by key would lose or interpret `__proto__`.
const jsonObject = (field: string, forList = '.') =>
  z
    .custom<JsonObject>(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      {
        error: ({ input }) =>
          `${field} must be a JSON object${Array.isArray(input) ? forList : '.'}`,
      },
    )
    .meta({ type: 'object', additionalProperties: true });

const recordMeta = {
  description: `Any JSON object of at most ${limits.recordBytesMax} bytes as JSON text.`,
};
const severalRecords =
  '; for several: POST …/records with application/x-ndjson, or POST /api/platform/batch.';
const recordSchema = jsonObject('record', severalRecords).meta(recordMeta);
/** A record as the whole body, and a merge patch for it. */
export const recordBodySchema = jsonObject('A record', severalRecords).meta(recordMeta);
export const recordPatchSchema = jsonObject('A merge patch of a record').meta({
  description:
    'A JSON merge patch (RFC 7396): null removes a field, an object changes only the fields it has. ' +
    'An object `{"$add":-1}`, with `$min` and `$max` if wanted, changes the number of its field.',
});

const configOf = (description: string, isText: (value: unknown) => boolean, type: unknown) =>
  jsonObject('config')
    .refine((config) => isText(config.description), { error: 'config.description must be text.' })
    .refine((config) => isText(config.region), { error: 'config.region must be text.' })
    .meta({ properties: { description: { type }, region: { type } }, description });

const configSchema = configOf(
  `Any JSON object of at most ${limits.configBytesMax} bytes as JSON text.`,
  isAbsentOrText,
  'string',
).meta({ id: 'Config' });
const configPatchSchema = configOf(
  'A JSON merge patch (RFC 7396) of the config: null removes a key, an object changes only the keys it has.',
  (value) => value === null || isAbsentOrText(value),
  ['string', 'null'],
).meta({ id: 'ConfigPatch' });

export const createResourceSchema = z
  .object(
    { service: serviceSchema, kind: kindSchema, name: nameSchema, config: configSchema.optional() },
    { error: 'The body must be a JSON object.' },
  )
  .meta({ id: 'CreateResource' });
export type CreateResource = z.output<typeof createResourceSchema>;

const action = <const Name extends (typeof actions)[number], Shape extends z.ZodRawShape>(
  name: Name,
  shape: Shape,
) => z.object({ action: z.literal(name), ...shape });

export const patchResourceSchema = z
  .discriminatedUnion(
    'action',
    [
      action('rename', { name: nameSchema }),
      action('archive', {}),
      action('restore', {}),
      action('validate', {}),
      action('capture', { record: recordSchema.optional() }),
      action('complete', {}),
      action('add-record', { record: recordSchema }),
      action('delete-record', { recordId: text('recordId') }),
      action('configure', { config: configSchema }),
      action('patch-config', { config: configPatchSchema }),
      action('update-record', { recordId: text('recordId'), record: recordSchema }),
    ],
    {
      error: (issue) =>
        issue.code === 'invalid_union'
          ? `action must be one of ${listed(actions)}.`
          : 'The body must be a JSON object.',
    },
  )
  .meta({ id: 'PatchResource' });
export type PatchResource = z.output<typeof patchResourceSchema>;

const batchCalls = `calls must be a list of 1 to ${limits.batchCallsMax} calls.`;
export const batchMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Several calls on records in one transaction. */
export const batchSchema = z
  .object(
    {
      calls: z
        .array(
          z.object(
            {
              // Checked with the path and the body, so that an error has the index of its call.
              method: text('method of a call').meta({
                enum: [...batchMethods],
                description: 'GET, PUT, PATCH and DELETE of one record; POST adds one.',
              }),
              path: cleanText('path').meta({
                description: '/api/platform/resources/{id}/records or …/records/{recordId}.',
              }),
              body: z.unknown().optional().meta({ type: 'object', additionalProperties: true }),
              ifMatch: text('ifMatch').optional(),
              ifNoneMatch: text('ifNoneMatch').optional(),
            },
            { error: 'Each call must be an object with method and path.' },
          ),
          { error: batchCalls },
        )
        .min(1, { error: batchCalls })
        .max(limits.batchCallsMax, { error: batchCalls }),
    },
    { error: 'The body must be a JSON object.' },
  )
  .meta({ id: 'Batch' });
export type Batch = z.output<typeof batchSchema>;

export const generateSchema = z
  .object(
    {
      assistant: text('assistant').optional(),
      assistantId: text('assistantId').optional(),
      prompt: cleanText('prompt').optional(),
      input: cleanText('input').optional(),
      messages: z
        .array(
          z.object(
            {
              role: z.enum(['system', 'user', 'assistant'], {
                error: 'role must be one of system, user and assistant.',
              }),
              content: cleanText('content'),
            },
            { error: 'Each message must be an object with role and content.' },
          ),
          { error: 'messages must be a list.' },
        )
        .optional(),
      stream: z.boolean({ error: 'stream must be true or false.' }).optional(),
      maxTokens: z
        .int({ error: 'maxTokens must be a whole number.' })
        .min(1, { error: 'maxTokens must be at least 1.' })
        .optional(),
    },
    { error: 'The body must be a JSON object.' },
  )
  .meta({ id: 'Generate' });
export type Generate = z.output<typeof generateSchema>;

const pageSize = (field: string, min: number) =>
  text(field)
    .regex(/^\d{1,4}$/, {
      error: `${field} must be a whole number from ${min} to ${limits.pageSizeMax}.`,
    })
    .transform(Number)
    .refine((value) => value >= min && value <= limits.pageSizeMax, {
      error: `${field} must be a whole number from ${min} to ${limits.pageSizeMax}.`,
    })
    .meta({
      type: 'integer',
      minimum: min,
      maximum: limits.pageSizeMax,
      description: 'How many entries a page has; without it all are returned.',
    });

const flag = (field: string) =>
  text(field)
    .refine((value) => value === 'true' || value === 'false', {
      error: `${field} must be true or false.`,
    })
    .transform((value) => value === 'true')
    .meta({ enum: ['true', 'false'] });

/** The parameter `q` of a search. */
export const searchText = (parameter: z.ZodType<string, string>) =>
  parameter
    .refine((value) => hasAtMost(value, limits.searchCharactersMax), {
      error: `q must have at most ${limits.searchCharactersMax} characters.`,
    })
    .meta({ maxLength: limits.searchCharactersMax });

const cursor = cleanText('cursor')
  .optional()
  .meta({ description: 'The `nextCursor` of the page before.' });

export const listResourcesQuerySchema = z.object({
  service: serviceSchema.optional().meta({ description: 'Only resources of this service.' }),
  kind: cleanText('kind').optional().meta({ description: 'Only resources of this kind.' }),
  state: stateSchema.optional().meta({ description: 'Only resources in this state.' }),
  q: searchText(cleanText('q'))
    .optional()
    .meta({ description: 'Only resources with this text in their name, kind or description.' }),
  limit: pageSize('limit', 1).optional(),
  cursor,
  activityLimit: pageSize('activityLimit', 0)
    .optional()
    .meta({ description: 'How many activity entries are added.' }),
});
export type ListResourcesQuery = z.output<typeof listResourcesQuerySchema>;

const recordSearch =
  'With config.search: all words as prefixes, in any order, best match first. Otherwise: a part of any scalar.';
const recordFields = z.object({
  limit: pageSize('limit', 1).optional(),
  cursor,
  order: oneOf('order', ['oldest', 'newest'] as const)
    .optional()
    .meta({ description: 'By time of creation: `oldest` first, the default, or `newest`.' }),
  q: searchText(cleanText('q')).optional().meta({ description: recordSearch }),
  sort: cleanText('sort').optional().meta({
    description:
      'A path, with - for descending order; ties are sorted by id. Also createdAt, updatedAt and recordId.',
  }),
  fields: cleanText('fields')
    .optional()
    .meta({ description: 'Comma-separated paths: the fields to return of each record.' }),
});
const counts = {
  count: flag('count').optional().meta({ description: 'true: `total` is exact for any filter.' }),
};
// The names of `where.<path>` parameters are not known in advance.
const wheres = cleanText('where').meta({
  description:
    'where.<path>: equal to a JSON scalar; where.<path>.ne|gt|gte|lt|lte|in|exists: other comparisons.',
});

const filters = {
  filter: cleanText('filter').optional().meta({
    description:
      'An expression of the language of rules over record.… and now; combined with where by and.',
  }),
};
const expands = {
  expand: cleanText('expand').optional().meta({
    description: 'Comma-separated names in config.references: adds the referenced records.',
  }),
};
export const recordListQuerySchema = recordFields
  .extend({ ...counts, ...filters, ...expands })
  .catchall(wheres);
export const recordQuerySchema = z.object(expands);
export type RecordQuery = z.output<typeof recordQuerySchema>;

export const importQuerySchema = z.object({
  ids: z
    .literal('keep', { error: 'ids must be keep.' })
    .optional()
    .meta({ description: 'With `keep`, each imported entry keeps its `recordId`.' }),
});
export type ImportQuery = z.output<typeof importQuerySchema>;

const summaryPaths = (field: string, description: string) =>
  cleanText(field)
    .optional()
    .meta({ description: `Comma-separated paths: ${description}.` });

export const summaryQuerySchema = z
  .object({
    count: flag('count').optional().meta({ description: 'true: the number of records.' }),
    sum: summaryPaths('sum', 'the sum of their numbers'),
    avg: summaryPaths('avg', 'the mean of their numbers'),
    min: summaryPaths('min', 'the smallest number, or the first text if there is no number'),
    max: summaryPaths('max', 'the largest number, or the last text if there is no number'),
    group: summaryPaths('group', 'one group for each of their values'),
    ...filters,
    q: searchText(cleanText('q')).optional().meta({ description: recordSearch }),
  })
  .catchall(wheres);
export type SummaryQuery = z.output<typeof summaryQuerySchema>;
export const recordsQuerySchema = recordFields
  .extend({
    records: flag('records').optional().meta({ description: 'false: without the records.' }),
  })
  .catchall(wheres);
export type RecordsQuery = z.output<typeof recordFields> & {
  records?: boolean | undefined;
  count?: boolean | undefined;
  filter?: string | undefined;
  expand?: string | undefined;
};

export const whereOperators = ['ne', 'gt', 'gte', 'lt', 'lte', 'in', 'exists'] as const;
export type WhereOperator = (typeof whereOperators)[number];

const linkSeconds = `expiresIn must be a whole number of seconds from 1 to ${limits.linkSecondsMax}.`;

export const linkRequestSchema = z
  .object(
    {
      key: text('key').meta({ description: 'The key of the object.' }),
      expiresIn: z
        .int({ error: linkSeconds })
        .min(1, { error: linkSeconds })
        .max(limits.linkSecondsMax, { error: linkSeconds })
        .default(limits.linkSecondsDefault),
    },
    { error: 'The body must be a JSON object.' },
  )
  .meta({ id: 'LinkRequest' });
export type LinkRequest = z.output<typeof linkRequestSchema>;

export const patchQuerySchema = z.object({
  records: flag('records')
    .optional()
    .meta({ description: 'true: the answer has the records of the resource.' }),
});

export const eventsQuerySchema = z.object({
  lastEventId: cleanText('lastEventId').optional().meta({
    description: 'As Last-Event-ID: the stream continues after this event; 0 is the start.',
  }),
  follow: flag('follow')
    .optional()
    .meta({ description: 'false: the stream ends when all stored events are sent.' }),
  resource: cleanText('resource')
    .optional()
    .meta({ description: 'Comma-separated ids: only events of these resources.' }),
  include: oneOf('include', ['record'] as const)
    .optional()
    .meta({ description: 'record: events of a record contain its current state.' }),
});
export type EventsQuery = z.output<typeof eventsQuerySchema>;

export const objectsQuerySchema = z.object({
  key: text('key').optional().meta({ description: 'The key of one object.' }),
  prefix: cleanText('prefix')
    .optional()
    .meta({ description: 'Only objects whose keys begin with this.' }),
  limit: pageSize('limit', 1).optional(),
  cursor,
});
export type ObjectsQuery = z.output<typeof objectsQuerySchema>;

function isAbsentOrText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}
