import type { Answer } from '../../http/answer.ts';
import { csvType } from './csv.ts';

/** A list as a CSV file, streamed with backpressure. */
export function csvResponse<Item>(
  name: string,
  heading: string,
  line: (item: Item) => string,
  batches: AsyncIterable<readonly Item[]>,
): Answer {
  return {
    stream: async (sink) => {
      sink.start(200, {
        'content-type': csvType,
        'content-disposition': `attachment; filename="${name}.csv"`,
      });
      await sink.write(heading);
      for await (const batch of batches) await sink.write(batch.map(line).join(''));
    },
  };
}
