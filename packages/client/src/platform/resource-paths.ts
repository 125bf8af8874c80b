/** The addresses of resources, from which those of their records and deliveries are made. */
import { segment } from '../transport/address.ts';

export const resourcesPath = '/api/platform/resources';

export function resourcePath(id: string): string {
  return `${resourcesPath}/${segment(id)}`;
}
