/** The businesses of the training sets that are held out of all training. */
import { readdirSync, readFileSync } from 'node:fs';
import { isHeldOut, readQuestionSet, type SetBusiness } from '../../training/question-sets.ts';

const folder = new URL('../../training/businesses/', import.meta.url);

export function heldOutBusinesses(): readonly SetBusiness[] {
  return readdirSync(folder)
    .filter((name) => /^set-\d+\.txt$/.test(name))
    .toSorted()
    .flatMap((name) => readQuestionSet(readFileSync(new URL(name, folder), 'utf8')).businesses)
    .filter(({ name }) => isHeldOut(name));
}
