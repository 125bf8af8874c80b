/** `npm create baraza`: asks what is not given, writes the project, and starts it if that is wanted. */
import { relative } from 'node:path';
import { help, readArguments } from './arguments.mjs';
import { checkTarget } from './folder.mjs';
import { findPackages } from './packages.mjs';
import { projectFiles } from './project.mjs';
import { askFor } from './questions.mjs';
import { Refusal } from './refusal.mjs';
import { install, startProject } from './start.mjs';
import { writeProject } from './write.mjs';

export async function main(words) {
  try {
    process.exitCode = await run(words);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.message !== '') console.error(error.message);
    process.exitCode = error.exitCode;
  }
}

async function run(words) {
  const given = readArguments(words);
  if (given.help) {
    console.log(help);
    return 0;
  }
  // What is wrong is said before anything is asked.
  const packages = findPackages(given.packages);
  if (given.folder !== undefined) checkTarget(given.folder);
  const { folder, template, start } = await askFor(given);

  const target = checkTarget(folder);
  writeProject(target, projectFiles({ name: target.name, template, packages }));
  const place = relative(process.cwd(), target.path);
  const enter = place === '' ? '' : `cd ${place} && `;
  if (!start) {
    console.log(`${target.name} is written. Start it: ${enter}npm install && npm run dev`);
    return 0;
  }
  console.log(`${target.name} is written. Installing its packages…`);
  await install(target.path, enter);
  return startProject(target.path);
}
