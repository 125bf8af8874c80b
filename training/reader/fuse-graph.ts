/**
 * Stores a model with the graph fusions that the runtime would make when it opens the model, which saves half of that
 * time:
 *
 *     node training/reader/fuse-graph.ts IN.onnx OUT.onnx
 *
 * Uses only fusions that do not depend on the processor (`extended`). Weights keep their names, so that training can
 * start from OUT.
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
