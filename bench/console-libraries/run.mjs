/**
 * The same small screen (six fields, 24 of 1,000 rows) in three libraries: bytes, and script time in Chromium at
 * CPU throttling 4. The other libraries are not dependencies of the project: install them in a separate folder,
 * `npm i svelte@5.57.3 solid-js@1.9.19 babel-preset-solid @babel/core`, and pass it:
 * `node bench/console-libraries/run.mjs FOLDER`.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { openBrowser } from '../../e2e/browser.ts';

const here = import.meta.dirname;
const folder = path.resolve(process.argv[2] ?? '.');
const require = createRequire(path.join(folder, 'package.json'));

const compilers = {
  preact: undefined,
  solid: (code) =>
    require('@babel/core').transformSync(code, { presets: [require.resolve('babel-preset-solid')] })
      .code,
  svelte: (code) => require('svelte/compiler').compile(code, { generate: 'client' }).js.code,
};
const entries = {
  preact: "export { start, update, scroll } from './preact.jsx';",
  solid: "export { start, update, scroll } from './solid.jsx';",
  svelte:
    "import { mount } from 'svelte'; import App, { update, scroll } from './svelte.svelte';" +
    'export const start = (target) => mount(App, { target }); export { update, scroll };',
};

const { browser, close } = await openBrowser();
const page = await browser.newPage();
const session = await page.context().newCDPSession(page);
await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
for (const name of Object.keys(entries)) {
  const code = await bundle(name);
  const runs = [];
  for (let run = 0; run < 5; run += 1) runs.push(await measure(code));
  const median = (key) =>
    runs
      .map((one) => one[key])
      .sort((one, other) => one - other)[2]
      .toFixed(1);
  const gzipped = (gzipSync(code, { level: 9 }).length / 1024).toFixed(1);
  console.log(
    `${name}: ${gzipped} KB gzipped, first ${median('first')} ms, 1,000 updates ${median('updates')} ms, ` +
      `100 scrolls ${median('scrolls')} ms`,
  );
}
await close();

async function measure(code) {
  await page.goto('about:blank');
  await page.setContent('<div id="app"></div>');
  return await page.evaluate(async (text) => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    const tick = () => new Promise((resolve) => setTimeout(resolve));
    const begun = performance.now();
    const { start, update, scroll } = await import(url);
    start(document.getElementById('app'));
    document.body.offsetHeight;
    const first = performance.now() - begun;
    const spent = async (count, act) => {
      let ms = 0;
      for (let step = 0; step < count; step += 1) {
        const from = performance.now();
        act(step);
        for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
        ms += performance.now() - from;
      }
      await tick();
      return ms;
    };
    const updates = await spent(1000, update);
    const scrolls = await spent(100, (step) => scroll(((step + 1) * 8) % 900));
    return { first, updates, scrolls };
  }, code);
}

async function bundle(name) {
  const id = path.join(here, `${name}.entry.js`);
  const [result] = await build({
    root: here,
    configFile: false,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    resolve: { conditions: ['browser', 'production', 'module', 'import'] },
    plugins: [
      {
        name: 'other-libraries',
        enforce: 'pre',
        resolveId(source) {
          if (source === id) return id;
          const isOther = /^(svelte|solid-js)(\/|$)/.test(source);
          return isOther
            ? this.resolve(source, path.join(folder, 'a.js'), { skipSelf: true })
            : undefined;
        },
        load: (source) => {
          if (source === id) return entries[name];
          return undefined;
        },
        transform: async (code, source) => {
          if (!source.startsWith(here) || source === id) return undefined;
          const compile = compilers[name];
          return compile === undefined ? undefined : { code: await compile(code), map: null };
        },
      },
    ],
    build: { write: false, minify: true, target: 'es2022', lib: { entry: id, formats: ['es'] } },
  });
  return result.output[0].code;
}
