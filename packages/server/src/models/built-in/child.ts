/** Child process of the built-in models: texts in, vectors or scores out; exits when its parent does. */
import { openEncoderModel } from './encoder-model.ts';
import { type BuiltInFiles, type FromModels, readerIsLoaded, type ToModels } from './messages.ts';
import { createModelWork } from './model-work.ts';
import { openReaderModel } from './reader-model.ts';

// A Ctrl-C reaches the whole group; the parent still has questions to answer, and ends this one.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit(0));

const files = JSON.parse(process.argv[2] ?? '{}') as BuiltInFiles;
const work = createModelWork({
  encode: files.encoder && (await openEncoderModel(files.encoder)),
  openReader: async () => {
    if (files.reader === undefined) throw new Error('there is no reader');
    const read = await openReaderModel(files.reader);
    sendToParent({ note: readerIsLoaded });
    return read;
  },
  send: sendToParent,
});
process.on('message', (message: ToModels) => work.take(message));
sendToParent({ ready: true });

function sendToParent(message: FromModels): void {
  process.send?.(message);
}
