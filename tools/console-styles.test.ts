/** Makes sure that the styles of a screen do not affect another: loaded style sheets apply to all screens. */
import { test } from 'node:test';
import { checkRule, filterFiles } from './rule.ts';

const source = 'packages/console/src/';

test(
  'every selector of a screen has a class that no other area uses',
  checkRule({
    find: (tree) => {
      const sheets = [
        ...filterFiles(tree, (file) => file.startsWith(source) && file.endsWith('.css')),
      ];
      const areasOf = Map.groupBy(
        sheets.flatMap(([file, text]) => classesOf(text).map((name) => ({ name, file }))),
        ({ name }) => name,
      );
      return sheets
        .filter(([file]) => file.startsWith(`${source}screens/`))
        .flatMap(([file, text]) =>
          selectorsOf(text)
            .filter((selector) => classesIn(selector).every((name) => isUsedElsewhere(name, file)))
            .map((selector) => `${file}: ${selector}`),
        );

      function isUsedElsewhere(name: string, file: string): boolean {
        return (areasOf.get(name) ?? []).some((one) => areaOf(one.file) !== areaOf(file));
      }
    },
    broken: {
      [`${source}screens/platform/a.css`]: 'p { color: red; }',
      [`${source}screens/operator/b.css`]: '@media (width > 1px) { .c { } ul > li { } }',
    },
  }),
);

/** The folders `information` and `sites` share their editors, so they are one area. */
function areaOf(file: string): string {
  const [floor = '', area = ''] = file.slice(source.length).split('/');
  return floor === 'screens' ? area.replace('information', 'sites') : 'all';
}

function classesOf(sheet: string): string[] {
  return [...new Set(selectorsOf(sheet).flatMap(classesIn))];
}

function classesIn(selector: string): string[] {
  return [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name);
}

function selectorsOf(sheet: string): string[] {
  return [...sheet.replaceAll(/\/\*[^*]*\*\//g, '').matchAll(/([^{};]+)\{/g)]
    .map(([, selector = '']) => selector.trim())
    .filter((selector) => !selector.startsWith('@') && !/^(?:from|to|\d+%)$/.test(selector))
    .flatMap((selector) => selector.split(/,\s*(?![^(]*\))/));
}
