/** Schemas of responses. The server writes JSON directly; its tests validate every response with them. */
import { z } from 'zod';
import { activityEntrySchema } from './activity.ts';
import { idPattern } from './ids.ts';
import { problemStatus } from './problems.ts';
import { recordEntrySchema } from './records/records.ts';
import { streamFaultSchema } from './site-responses.ts';
import { entryKinds, languages } from './site-vocabulary.ts';
import { services, states } from './vocabulary.ts';

const jsonObject = z.record(z.string(), z.unknown());
const time = z.iso.datetime();

export const validationSchema = z
  .object({
    ok: z.boolean(),
    at: time,
    checks: z.array(z.object({ name: z.string(), ok: z.boolean(), message: z.string() })),
  })
  .meta({ id: 'Validation' });
export type Validation = z.output<typeof validationSchema>;

export const resourceSchema = z
  .object({
    id: z.string().regex(new RegExp(idPattern('resource'))),
    service: z.enum(services),
    kind: z.string(),
    name: z.string(),
    config: jsonObject,
    state: z.enum(states),
    version: z.int().min(1),
    createdAt: time,
    updatedAt: time,
    archivedAt: time.nullable(),
    recordCount: z.int().optional(),
    /** Paths of `config.indexes` that are still being built; until then, filters scan all records. */
    indexing: z.array(z.string()).optional(),
    lastCapturedAt: time.nullable().optional(),
    /** For a Webhook: its key has expired or was revoked; nothing is sent until another key configures it. */
    suspended: z.literal('key').optional(),
    objectCount: z.int().optional(),
    bytes: z.int().optional(),
    completedAt: time.nullable().optional(),
    validation: validationSchema.nullable().optional(),
    records: z.array(recordEntrySchema).optional(),
    nextCursor: z.string().nullable().optional(),
  })
  .meta({ id: 'Resource' });
export type Resource = z.output<typeof resourceSchema>;

/** A key of a config, or a kind, that was stored and is probably a mistake. */
const configWarningSchema = z
  .object({
    /** A JSON Pointer into the config; `/kind` for the kind of the resource. */
    path: z.string(),
    message: z.string(),
    didYouMean: z.string().optional(),
  })
  .meta({ id: 'ConfigWarning' });
export type ConfigWarning = Readonly<z.output<typeof configWarningSchema>>;

const warned = { warnings: z.array(configWarningSchema).optional() };

/** A new Webhook has its secret, shown only once. */
export const createdResourceSchema = resourceSchema
  .extend({ ...warned, secret: z.string().optional() })
  .meta({ id: 'CreatedResource' });
export type CreatedResource = z.output<typeof createdResourceSchema>;

export const patchedResourceSchema = resourceSchema
  .extend({
    ...warned,
    /** What a config no longer has: its keys, and those in `rules`, `fields`, `references` and `limits`. */
    removed: z.array(z.string()).optional(),
    recordId: z.string().optional(),
    record: recordEntrySchema.optional(),
    deletedRecordId: z.string().optional(),
  })
  .meta({ id: 'PatchedResource' });
export type PatchedResource = z.output<typeof patchedResourceSchema>;

export const resourceListSchema = z
  .object({
    resources: z.array(resourceSchema),
    activity: z.array(activityEntrySchema),
    total: z.int(),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'ResourceList' });
export type ResourceList = z.output<typeof resourceListSchema>;

export const formResultSchema = z.object({ ok: z.literal(true) }).meta({ id: 'FormResult' });

export const resourceDeletionSchema = z
  .object({
    deleted: z.literal(true),
    id: z.string(),
    records: z.int(),
    objects: z.int(),
  })
  .meta({ id: 'ResourceDeletion' });
export type ResourceDeletion = z.output<typeof resourceDeletionSchema>;

/** A passage that the text uses, and its location. */
const generationSourceSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    url: z.string().nullable(),
    quote: z.string(),
    kind: z.enum(entryKinds),
    language: z.enum(languages),
    resourceId: z.string().optional(),
    recordId: z.string().optional(),
    key: z.string().optional(),
    page: z.int().optional(),
    row: z.int().optional(),
  })
  .meta({ id: 'GenerationSource' });

const tokenUsageSchema = z
  .object({
    inputTokens: z.int(),
    outputTokens: z.int(),
    /** True if the model did not report the counts, so that they are estimates. */
    estimated: z.boolean().optional(),
  })
  .meta({ id: 'TokenUsage' });

const knowledgeWarningSchema = z
  .object({ resourceId: z.string(), key: z.string().optional(), message: z.string() })
  .meta({ id: 'KnowledgeWarning' });

export const generationSchema = z
  .object({
    id: z.string().regex(new RegExp(idPattern('generation'))),
    assistant: z.string(),
    output: z.string(),
    finishReason: z.string(),
    model: z.string(),
    usage: tokenUsageSchema,
    sources: z.array(generationSourceSchema),
    /** Whether the knowledge has an answer; otherwise `output` says that it has none. */
    answered: z.boolean(),
    language: z.enum(languages),
    /** Knowledge files that could not be read completely. */
    warnings: z.array(knowledgeWarningSchema).optional(),
  })
  .meta({ id: 'Generation' });
export type Generation = z.output<typeof generationSchema>;

/** The last event of a generated stream, even after a failure. */
export const generationDoneSchema = generationSchema
  .omit({ output: true })
  .partial({ model: true, usage: true })
  .extend({
    type: z.literal('done'),
    handoff: z.string(),
    error: streamFaultSchema.optional(),
  })
  .meta({ id: 'GenerationDone' });
export type GenerationDone = z.output<typeof generationDoneSchema>;

const check = z.object({ status: z.string() });
export const statusSchema = z
  .object({
    status: z.enum(['ok', 'failing']),
    time,
    version: z.string(),
    /** Null if unknown. */
    commit: z.string().nullable(),
    uptimeSeconds: z.number(),
    checks: z.object({
      database: check.extend({ latencyMs: z.number() }),
      storage: check.extend({ freeBytes: z.number() }),
      ai: check.extend({ engine: z.string() }),
    }),
  })
  .meta({ id: 'Status' });
export type Status = z.output<typeof statusSchema>;

export const problemSchema = z.object({
  error: z.string().min(1),
  code: z.enum(Object.keys(problemStatus) as [keyof typeof problemStatus]),
  requestId: z.string(),
  /** For a record that violates its schema: the invalid fields, at most 20. */
  errors: z
    .array(
      z.object({
        path: z.string(),
        message: z.string(),
        allowed: z.array(z.unknown()).optional(),
      }),
    )
    .optional(),
  /** The field of a reference, or of a value that must be unique; or the list of fields. */
  field: z.union([z.string(), z.array(z.string())]).optional(),
  /** The line of an import, from 1. */
  line: z.int().optional(),
  /** The call of a batch, from 0. */
  index: z.int().optional(),
});
