export { CheckFailed } from './check.ts';
export {
  checkIds,
  examine,
  type Finding,
  printable,
  type Report,
  sectionTitles,
  Unfinished,
} from './conformance.ts';
export type { Target } from './site/bench.ts';
