/** The path of the table of word frequencies in spoken Swahili. */
import { fileURLToPath } from 'node:url';

export function spokenSwahiliFile(): string {
  return fileURLToPath(import.meta.resolve('@baraza/answer-model/spoken-words-sw.tsv'));
}
