/** Where the table lies that tells how often words come in spoken Swahili. */
import { fileURLToPath } from 'node:url';

export function spokenSwahiliFile(): string {
  return fileURLToPath(import.meta.resolve('@baraza/answer-model/spoken-words-sw.tsv'));
}
