/** The program of a process that reads a whole backup: checking every page of a large one takes seconds. */
import { dataVersion } from '../store/migrations/data-version.ts';
import { openBackup } from './verified.ts';

const [, , file = ''] = process.argv;
try {
  (await openBackup(file, dataVersion)).close();
  process.stdout.write('null');
} catch (error) {
  process.stdout.write(JSON.stringify((error as Error).message));
}
