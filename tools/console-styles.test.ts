/** Keeps the styles of a screen to that screen: all sheets are one once they are loaded. */
import { test } from 'node:test';
import { keeps, only } from './rule.ts';

const source = 'packages/console/src/';

test(
  'a rule in the sheet of a screen names a class, and no class is of two areas',
  keeps({
    find: (tree) => {
      const sheets = [...only(tree, (file) => file.startsWith(source) && file.endsWith('.css'))];
      const areasOf = Map.groupBy(
        sheets.flatMap(([file, text]) => classesOf(text).map((name) => ({ name, file }))),
        ({ name }) => name,
      );
      return sheets
        .filter(([file]) => file.startsWith(`${source}screens/`))
        .flatMap(([file, text]) =>
          selectorsOf(text)
            .filter((selector) => classesIn(selector).every((name) => isOfOthers(name, file)))
            .map((selector) => `${file}: ${selector}`),
        );

      function isOfOthers(name: string, file: string): boolean {
        return (areasOf.get(name) ?? []).some((one) => areaOf(one.file) !== areaOf(file));
      }
    },
    broken: {
      [`${source}screens/platform/a.css`]: 'p { color: red; }',
      [`${source}screens/operator/b.css`]: '@media (width > 1px) { .c { } ul > li { } }',
    },
  }),
);

/** Both folders of a business's owner share their editors. */
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
