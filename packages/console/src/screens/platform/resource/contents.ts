/** What the screen of a resource shows first, by its service; each is loaded when it is needed. */
import type { Resource, Service } from '@baraza/contract';
import type { ComponentType } from 'preact';
import type { ContentProps } from './content-props.ts';

type Load = (resource: Resource) => Promise<ComponentType<ContentProps>>;

export const contents: Readonly<Partial<Record<Service, Load>>> = {
  data: () => import('../records/records.tsx').then(({ Records }) => Records),
  storage: () => import('../storage/storage.tsx').then(({ Storage }) => Storage),
  ai: () => import('../ai/assistant.tsx').then(({ Assistant }) => Assistant),
  dev: () => import('../dev/project.tsx').then(({ Project }) => Project),
  connect: ({ kind }) => {
    if (kind === 'Webhook') return import('../connect/webhook.tsx').then(({ Webhook }) => Webhook);
    if (kind === 'Form') return import('../connect/form.tsx').then(({ Form }) => Form);
    return import('../connect/inbox.tsx').then(({ Inbox }) => Inbox);
  },
  work: () => import('../work/task.tsx').then(({ Task }) => Task),
};
