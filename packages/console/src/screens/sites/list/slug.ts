const slugMax = 40;

/** The short name of a site, made from the name of the business. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, slugMax)
    .replaceAll(/^-|-$/g, '');
}
