export { runConformance, WrongUse } from './command.ts';
