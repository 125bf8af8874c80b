/** The end of the program with one sentence, and without a project that is half written. */
export class Refusal extends Error {
  constructor(sentence, exitCode = 1) {
    super(sentence);
    this.exitCode = exitCode;
  }
}
