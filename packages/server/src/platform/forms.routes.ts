import { formResultSchema, limits } from '@baraza/contract';
import { readForm } from '../http/body/form.ts';
import { clientNetwork } from '../http/client-address.ts';
import { countFormPost, requireOpenForm, submitForm } from './forms.ts';
import type { Platform } from './platform.ts';
import type { PlatformRoute } from './route.ts';

export function formRoutes(platform: Platform): readonly PlatformRoute[] {
  return [
    {
      method: 'POST',
      path: '/forms/:id',
      summary: 'Fill in a public form',
      policy: {
        credential: 'none',
        scope: 'any',
        access: 'write',
        body: 'form',
        bodyBytesMax: limits.jsonBodyBytesMax,
      },
      answers: { 201: formResultSchema },
      handle: async ({ params, raw }) => {
        const form = await requireOpenForm(platform, params.id ?? '');
        await countFormPost(platform, clientNetwork(raw, platform.proxyHops));
        await submitForm(platform, form, () => readForm(raw, limits.jsonBodyBytesMax));
        return { status: 201, body: '{"ok":true}' };
      },
    },
  ];
}
