/**
 * Stores a model with the fusions that the runtime makes when it opens one, which takes half of that time:
 *
 *     node training/reader/fuse-graph.ts IN.onnx OUT.onnx
 *
 * Only fusions that do not depend on the processor (`extended`). Weights keep their names, so that training can start
 * from OUT.
 */
import { statSync } from 'node:fs';
import { InferenceSession } from 'onnxruntime-node';

const [, , source, target] = process.argv;
if (source === undefined || target === undefined)
  throw new Error('usage: node training/reader/fuse-graph.ts IN.onnx OUT.onnx');
const session = await InferenceSession.create(source, {
  graphOptimizationLevel: 'extended',
  optimizedModelFilePath: target,
});
await session.release();
console.log(`${target}: ${(statSync(target).size / 1e6).toFixed(2)} MB`);
