/** Records of resources in responses. */
import { z } from 'zod';
import { clientIdPattern } from '../ids.ts';

const jsonObject = z.record(z.string(), z.unknown());
const time = z.iso.datetime();

const recordShape = z.object({
  recordId: z.string().regex(new RegExp(clientIdPattern)),
  record: jsonObject,
  createdAt: time,
  updatedAt: time.optional(),
});
export const recordEntrySchema = recordShape.meta({ id: 'RecordEntry' });
export type RecordEntry = z.output<typeof recordEntrySchema>;

const storedShape = recordShape.extend({ version: z.int().min(1) });
/** A record with its own version, which counts its changes from 1. */
export const storedRecordSchema = storedShape.meta({ id: 'StoredRecord' });
export type StoredRecord = z.output<typeof storedRecordSchema>;

/** The result of `expand`: for each of its names, the referenced records by id. */
const expandedSchema = z
  .record(z.string(), z.record(z.string(), storedRecordSchema))
  .meta({ id: 'Expanded' });

/** One record, with the records that it references if `expand` requests them. */
export const expandedRecordSchema = storedShape
  .extend({ expanded: expandedSchema.optional() })
  .meta({ id: 'ExpandedRecord' });
export type ExpandedRecord = z.output<typeof expandedRecordSchema>;

export const recordListSchema = z
  .object({
    records: z.array(storedRecordSchema),
    /** The number of matches; null if counting would require a scan of a large collection. */
    total: z.int().nullable(),
    nextCursor: z.string().nullable(),
    expanded: expandedSchema.optional(),
  })
  .meta({ id: 'RecordList' });
export type RecordList = z.output<typeof recordListSchema>;

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const numbersByPath = z.record(z.string(), z.number());

/** Groups in the order of their keys; without `group`, one group with an empty key. */
export const summarySchema = z
  .object({
    groups: z.array(
      z.object({
        /** The values of the grouped paths; null for a missing value. */
        key: z.record(z.string(), scalar),
        count: z.int().optional(),
        sum: numbersByPath.optional(),
        avg: z.record(z.string(), z.number().nullable()).optional(),
        min: z.record(z.string(), scalar).optional(),
        max: z.record(z.string(), scalar).optional(),
      }),
    ),
  })
  .meta({ id: 'Summary' });

export const importResultSchema = z
  .object({ imported: z.int(), recordCount: z.int() })
  .meta({ id: 'ImportResult' });
export type ImportResult = z.output<typeof importResultSchema>;

export const recordDeletionSchema = z
  .object({ deleted: z.literal(true), recordId: z.string() })
  .meta({ id: 'RecordRemoval' });
export type RecordRemoval = z.output<typeof recordDeletionSchema>;

/** The response to each call of a batch, in the order of the calls. */
export const batchResultSchema = z
  .object({
    results: z.array(
      z.object({ status: z.int(), body: z.union([storedRecordSchema, recordDeletionSchema]) }),
    ),
  })
  .meta({ id: 'BatchResult' });
