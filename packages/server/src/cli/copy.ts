import { existsSync } from 'node:fs';
import { copyInstallation } from '../backup/copy.ts';
import { pepperFingerprint } from '../backup/manifest.ts';
import { dataPaths, readable, writePrivate } from '../data-folder.ts';
import { systemClock } from '../kernel/clock.ts';
import { Problem } from '../kernel/problem.ts';
import { readPepper } from '../pepper.ts';
import type { Context, Given, Result } from './command.ts';
import { type NamedSide, openSide, readSide } from './copy-side.ts';

export async function runCopy(given: Given, context: Context): Promise<Result> {
  const from = readSide(given, 'from');
  const to = readSide(given, 'to');
  if (from.name === to.name)
    throw new Problem('invalid', '--from and --to must be two different databases.');
  const pepper = pepperOf(from);
  assertPepper(to, pepper);
  const { config } = context;
  const open = async (side: NamedSide) => {
    const explainedHere = (error: unknown) => explained(error, side, context);
    const opened = await openSide(side, config).catch((error: unknown) => {
      throw explainedHere(error);
    });
    return { ...opened, explained: explainedHere };
  };
  const source = await open(from);
  try {
    const target = await open(to);
    try {
      const report = await copyInstallation({
        source,
        target,
        clock: systemClock,
        fingerprint: pepperFingerprint(Buffer.from(pepper)),
        savePepper: () => {
          if (!existsSync(to.pepperFile)) writePrivate(to.pepperFile, `${pepper}\n`);
        },
        tell: given.json ? () => {} : context.print,
      });
      const rows = report.tables.reduce((sum, table) => sum + table.rows, 0);
      return {
        value: { from: from.name, to: to.name, pepper: to.pepperFile, rows, ...report },
        lines: [
          `Copied ${rows} rows and ${report.objects.count} objects (${report.objects.bytes} bytes) to ${to.name}.`,
          ...nextSteps(to),
        ],
      };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function nextSteps({ databaseUrl, blobUrl, folder, pepperFile }: NamedSide): readonly string[] {
  const settings = [
    ...(folder === undefined ? [] : [`BARAZA_DATA=${folder}`]),
    ...(databaseUrl === undefined ? [] : ['DATABASE_URL']),
    ...(blobUrl === undefined ? [] : ['BLOB_URL']),
    ...(folder !== undefined && pepperFile === dataPaths(folder).pepper
      ? []
      : [`BARAZA_PEPPER_FILE=${pepperFile}`]),
  ];
  return [`Start there with ${settings.join(', ')}. What was copied from is unchanged.`];
}

function pepperOf({ pepperFile, folder }: NamedSide): string {
  return readPepper(dataPaths(folder ?? ''), pepperFile, false).toString('utf8');
}

/** Keys work only with their pepper, so one of another installation is never written over. */
function assertPepper(to: NamedSide, pepper: string): void {
  if (!existsSync(to.pepperFile) || pepperOf(to) === pepper) return;
  throw new Problem(
    'conflict',
    `${to.pepperFile} holds another pepper than the source; name another file with --to-pepper.`,
  );
}

function explained(error: unknown, side: NamedSide, { config }: Context): unknown {
  const { databaseUrl, folder = '', option } = side;
  const reason = readable(error, { ...config, databaseUrl }, dataPaths(folder));
  if (!(reason instanceof Problem)) return reason;
  const sentence = reason.message
    .replace('of DATABASE_URL', `of --${option}`)
    .replace(/^BLOB_URL /, `--${option}-blobs `);
  return new Problem(reason.code, sentence, { cause: reason });
}
