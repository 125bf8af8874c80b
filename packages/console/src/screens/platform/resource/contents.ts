/** What the screen of a resource shows first, by its service; each is loaded when it is needed. */
import type { ComponentType } from 'preact';
import type { Resource } from '../resource-api.ts';
import type { Service } from '../services.ts';
import type { ContentProps } from './content-props.ts';

type Load = (resource: Resource) => Promise<ComponentType<ContentProps>>;

export const contents: Readonly<Partial<Record<Service, Load>>> = {
  data: () => import('../records/records.tsx').then(({ Records }) => Records),
  storage: () => import('../storage/storage.tsx').then(({ Storage }) => Storage),
};
