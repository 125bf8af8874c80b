import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { House } from '../houses/house.ts';

/** Every file that lies in the objects folder of a house, also what is still on its way in. */
export function objectFiles(house: Pick<House, 'folder'>): string[] {
  const folder = path.join(house.folder, 'objects');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}
