/** DOM element builder: text is never parsed as markup. */
type Child = Node | string | false | undefined;
type Value = string | boolean | undefined | ((event: never) => void);

/** Attributes by name; a function is a listener for the event of that name, such as `click`. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: { readonly [name: string]: Value } = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  return filled(document.createElement(name), attributes, children);
}

/** A decorative icon of 24 by 24 in the colour of the text. */
export function icon(...paths: readonly string[]): SVGSVGElement {
  const svg = filled(
    document.createElementNS(svgSpace, 'svg'),
    { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    [],
  );
  for (const d of paths) svg.append(filled(document.createElementNS(svgSpace, 'path'), { d }, []));
  return svg;
}

export const svgSpace = 'http://www.w3.org/2000/svg';

function filled<Target extends Element>(
  target: Target,
  attributes: { readonly [name: string]: Value },
  children: readonly Child[],
): Target {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') target.addEventListener(name, value as EventListener);
    else if (value !== undefined && value !== false)
      target.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children) if (child !== undefined && child !== false) target.append(child);
  return target;
}
