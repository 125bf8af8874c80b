/**
 * Loads the sources from one file, and resolves their imports without the file system. Node accesses the file system
 * for every import statement, even if the module is already loaded, which takes a quarter of a start.
 */
import { registerHooks } from 'node:module';
import { openStripped } from './stripped.mjs';

const packages = new Map();
const stripped = openStripped();

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context;
    if (conditions.includes('require')) return next(specifier, context);
    if (specifier.startsWith('.') && parentURL.includes('/node_modules/zod/')) {
      // Zod would load its messages in 60 languages; only the English ones are used.
      const name = specifier === '../locales/index.js' ? '../locales/en.js' : specifier;
      return { url: resolveRelative(name, parentURL), format: 'module', shortCircuit: true };
    }
    if (!parentURL.endsWith('.ts')) return next(specifier, context);
    if (specifier.startsWith('.')) {
      if (!specifier.endsWith('.ts')) return next(specifier, context);
      const url = resolveRelative(specifier, parentURL);
      return { url, format: 'module-typescript', shortCircuit: true };
    }
    // A package name means the same package for all our sources, so it is resolved once.
    const known = packages.get(specifier);
    if (known !== undefined) return known;
    const { url, format } = next(specifier, context);
    const found = { url, format, shortCircuit: true };
    packages.set(specifier, found);
    return found;
  },
  load(url, context, next) {
    const source = url.endsWith('.ts') ? stripped(url) : undefined;
    return source === undefined
      ? next(url, context)
      : { format: 'module', source, shortCircuit: true };
  },
});

/** The same as `new URL(specifier, parentURL).href`, but several times as fast. */
function resolveRelative(specifier, parentURL) {
  let from = specifier.startsWith('./') ? 2 : 0;
  let end = parentURL.lastIndexOf('/');
  for (; specifier.startsWith('../', from); from += 3) end = parentURL.lastIndexOf('/', end - 1);
  return parentURL.slice(0, end + 1) + specifier.slice(from);
}
