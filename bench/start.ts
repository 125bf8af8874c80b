/** `node bench/start.ts [OTHER_CHECKOUT]`: CPU and wall time of a second start, alternating with another checkout. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startBaraza } from './baraza.ts';
import { cpuMicroseconds } from './process.ts';
import { median } from './report.ts';

const rounds = 10;
const port = 4739;

const [other] = process.argv.slice(2);
const starters = [{ name: 'this checkout', start: startBaraza }];
if (other !== undefined) {
  const { startBaraza: start } = (await import(
    pathToFileURL(path.resolve(other, 'bench/baraza.ts')).href
  )) as { readonly startBaraza: typeof startBaraza };
  starters.push({ name: other, start });
}

const worlds = [];
for (const { name, start } of starters) {
  const first = await start(port);
  await first.stop();
  worlds.push({ name, start, folder: first.folder, cpu: [] as number[], wall: [] as number[] });
}
// The first round fills the compile cache and does not count.
for (let round = 0; round <= rounds; round += 1)
  for (const { start, folder, cpu, wall } of worlds) {
    const server = await start(port, folder);
    const cpuMs = cpuMicroseconds(server.pid) / 1000;
    await server.stop();
    if (round === 0) continue;
    cpu.push(cpuMs);
    wall.push(server.startMs);
  }
for (const { name, folder, cpu, wall } of worlds) {
  console.log(
    `${name}: ${median(cpu).toFixed(0)} ms of CPU (${Math.min(...cpu).toFixed(0)} to ` +
      `${Math.max(...cpu).toFixed(0)}), ${median(wall).toFixed(0)} ms from exec to ready`,
  );
  rmSync(folder, { recursive: true, force: true });
}
