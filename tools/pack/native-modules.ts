/** In the bundle the compiled libraries come from one package for each system, \`@baraza/native-…\`. */
import type { Plugin } from 'rolldown';

const nativeModule = '\0baraza-native';

// npm installs one of the two packages of a Linux, by its C library.
const source = `
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
const find = createRequire(import.meta.url);
const system = process.platform + '-' + process.arch;
const names = [system, system.replace('linux', 'linuxmusl')].map((one) => '@baraza/native-' + one);
let folder;
function place(file) {
  folder ??= names.find((name) => {
    try {
      return find.resolve(name + '/package.json');
    } catch {
      return false;
    }
  });
  if (folder === undefined)
    throw new Error(
      'The package ' + names[0] + ' is not installed, so nothing can be stored here: ' +
      'install again without leaving out optional packages.',
    );
  return find.resolve(folder + '/' + file);
}
export const nativeUrl = (file) => pathToFileURL(place(file)).href;
export const loadNative = (file) => find(place(file));
`;

export function nativeModules(): Plugin {
  return {
    name: 'baraza-native',
    resolveId: (id) => (id === nativeModule ? id : undefined),
    load: (id) => {
      if (id === nativeModule) return source;
      if (id.endsWith('/better-sqlite3/lib/binding.js'))
        return `exports.getBinding = () => require('${nativeModule}').loadNative('better_sqlite3.node');`;
      return undefined;
    },
    transform: {
      filter: { id: /\/onnxruntime-node\/dist\/binding\.js$/ },
      handler: (code) => {
        const [before, after, ...rest] = code.split(bindingPath);
        if (after === undefined || rest.length > 0)
          throw new Error(
            'onnxruntime-node loads its binding in a new way; see its dist/binding.js',
          );
        const loaded = `require('${nativeModule}').loadNative('onnxruntime_binding.node')`;
        return { code: `${before}${loaded}${after}`, map: null };
      },
    },
  };
}

const bindingPath =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source.
  'require(`../bin/napi-v6/${process.platform}/${process.arch}/onnxruntime_binding.node`)';
