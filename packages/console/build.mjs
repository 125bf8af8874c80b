/**
 * Makes built/: the page of the console at / and its files at /assets/. `npm run build -w packages/console`;
 * `npm run watch -w packages/console` builds again after each change.
 *
 * The files are part of the repository, since a server is installed without the packages that build
 * them; a test builds them again and compares every byte.
 */
import { join } from 'node:path';
import { build } from 'vite';

const root = import.meta.dirname;
const words = process.argv.slice(2);
const isWatching = words.includes('--watch');
const out = words.find((word) => !word.startsWith('--')) ?? join(root, 'built');

// What every screen uses. Libraries of one screen, or of one tap, are left out.
const shared = [
  /node_modules[\\/](?!uqr|@simplewebauthn)/,
  /[\\/](?:client.src|src.(?:words(?!.cells)|api(?!.raw)|app(?!.(?:push|finding))|design(?!.figures)))[\\/]/,
];

await build({
  root,
  configFile: false,
  envDir: false,
  // Files with fixed names: the worker and the manifest of the installed console.
  publicDir: join(root, 'public'),
  base: '/',
  logLevel: isWatching ? 'info' : 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: out,
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: 'es2022',
    minify: true,
    modulePreload: { polyfill: false },
    // The policy of the page allows no data: addresses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    watch: isWatching ? {} : null,
    rolldownOptions: {
      input: join(root, 'index.html'),
      output: {
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:10].js',
        chunkFileNames: 'assets/[name]-[hash:10].js',
        assetFileNames: 'assets/[name]-[hash:10][extname]',
        codeSplitting: {
          // What every screen uses is one file with one sheet, so that its rules keep their order. Charts and
          // snippets come with the screens that have them.
          groups: [
            {
              name: 'base',
              test: (id) => shared.some((pattern) => pattern.test(id)),
            },
          ],
        },
      },
    },
  },
});
