/** The verdict of each check of `baraza conformance`, by its name. */
import type { Outcome } from './corpus/play.ts';
import type { House, Json } from './house.ts';
import { createNames, stable } from './stable.ts';

export async function recordConformance(house: House): Promise<Outcome[]> {
  const { findings } = await house.command(
    'conformance',
    house.site,
    ...['--bootstrap', `${house.folder}/bootstrap.json`],
  );
  return findings.map(({ section, id, verdict, saw }: Json) => ({
    case: `${section}/${id}`,
    saw: verdict === 'kept' ? [verdict] : [verdict, String(stable(saw, createNames()))],
  }));
}
