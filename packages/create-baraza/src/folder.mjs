/** Where the project comes to lie. */
import { readdirSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Refusal } from './refusal.mjs';

const lengthMax = 100;
// npm refuses the first two; a project cannot depend on a package of its own name.
const taken = ['node_modules', 'favicon.ico', 'baraza'];

/** Refuses a name that npm would refuse, and a folder in which something would be overwritten. */
export function checkTarget(folder) {
  const path = resolve(folder);
  const name = basename(path);
  const fault = nameFault(name);
  if (fault !== undefined) throw new Refusal(fault);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return { path, name, exists: false };
  if (!found.isDirectory()) throw new Refusal(`${folder} is a file; choose another name.`);
  if (readdirSync(path).length > 0)
    throw new Refusal(`The folder ${folder} is not empty; choose another name.`);
  return { path, name, exists: true };
}

/** A sentence, or undefined if a project can have this name. */
export function nameFault(name) {
  if (/^[a-z0-9][a-z0-9._-]*$/.test(name) && name.length <= lengthMax && !taken.includes(name))
    return undefined;
  if (taken.includes(name)) return `${name} cannot be the name of a project; choose another one.`;
  return `“${name}” cannot be the name of a project: use small letters, digits and hyphens, such as my-shop.`;
}
