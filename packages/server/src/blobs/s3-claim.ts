import { PutObjectCommand } from '@aws-sdk/client-s3';
import { answeredStatus, awayProblem, type S3Calls, type S3Target } from './s3-calls.ts';

/** The answer of a server that does not support conditional writes, or not this condition. */
const isConditionUnknown = (status: number | undefined) => status === 400 || status === 501;
/** There is a mark already, or another is being written right now. */
const isTaken = (status: number | undefined) => status === 412 || status === 409;

/**
 * Writes the mark of an owner if there is none, and returns the one that is stored afterwards. If two callers write at
 * the same time, one wins if the server supports conditional writes. Otherwise the last one does, unless the other has
 * already read its own mark.
 */
export async function claimMark(
  calls: S3Calls,
  target: S3Target,
  id: string,
  read: () => Promise<string | undefined>,
): Promise<string> {
  const put = (condition: { readonly IfNoneMatch?: '*' }) =>
    calls.ask(new PutObjectCommand({ ...target, Body: `${id}\n`, ...condition }));
  // Some servers ignore the condition.
  const known = await read();
  if (known !== undefined) return known;
  try {
    await put({ IfNoneMatch: '*' });
  } catch (error) {
    const status = answeredStatus(error);
    if (isConditionUnknown(status)) await put({});
    else if (!isTaken(status)) throw error;
  }
  const written = await read();
  if (written === undefined) throw awayProblem(new Error(`${target.Key} was not kept`));
  return written;
}
