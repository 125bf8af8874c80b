/**
 * A regular expression that is too long for one line: line breaks, and the spaces that follow them,
 * are left out.
 */
export function longPattern(flags = ''): (source: TemplateStringsArray) => RegExp {
  return ({ raw }) => new RegExp((raw[0] ?? '').replace(/\n\s*/g, ''), flags);
}
