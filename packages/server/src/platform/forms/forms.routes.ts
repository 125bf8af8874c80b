import { formResultSchema, limits, preferredLanguage } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import type { TextAnswer } from '../../http/answer.ts';
import { isFieldsType, readForm } from '../../http/body/form.ts';
import { clientNetwork } from '../../http/client-address.ts';
import type { Arrival } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import { answerPagesOf } from '../cors.ts';
import type { Platform } from '../platform.ts';
import type { PlatformRoute } from '../route.ts';
import { formCaller } from '../users/callers.request.ts';
import { formSettings } from './form-settings.ts';
import { countFormPost, requireOpenForm, submitForm } from './forms.ts';
import { thanksPage } from './thanks-page.ts';

export function formRoutes(platform: Platform): readonly PlatformRoute[] {
  return [
    {
      method: 'POST',
      path: '/forms/:id',
      name: 'submitForm',
      summary: 'Submit a public form',
      policy: {
        credential: 'none',
        scope: 'any',
        access: 'write',
        body: 'form',
        bodyBytesMax: limits.jsonBodyBytesMax,
      },
      hasOwnOrigins: true,
      answers: { 201: formResultSchema, 303: 'redirect' },
      pageAt: 201,
      limit: async ({ params, raw, header }) => {
        const form = await requireOpenForm(platform, params.id ?? '');
        answerPagesOf(form, raw);
        const sender = await formCaller(platform, form, header('authorization'));
        await countFormPost(platform, form, sender, clientNetwork(raw, platform.proxyHops));
      },
      handle: async (call) => {
        const { params, raw } = call;
        const form = await requireOpenForm(platform, params.id ?? '');
        const sender = await formCaller(platform, form, call.header('authorization'));
        try {
          await submitForm(platform, form, () => readForm(raw, limits.jsonBodyBytesMax), sender);
        } catch (error) {
          // A visitor reads a page; a program reads the refusal.
          const isFull = error instanceof Problem && error.code === 'full';
          if (isFull && isFromPage(call)) return pageAnswer(call, 409, true);
          throw error;
        }
        if (!isFromPage(call)) return { status: 201, body: '{"ok":true}' };
        const { redirect } = formSettings(form);
        return redirect === undefined
          ? pageAnswer(call, 201, false)
          : { status: 303, headers: { location: redirect, vary: 'Origin, Accept' } };
      },
    },
  ];
}

/** A form that the browser itself has sent: it shows what comes back. A script asks for any type. */
function isFromPage({ header }: Arrival<Caller>): boolean {
  return isFieldsType(header('content-type')) && /\btext\/html\b/i.test(header('accept') ?? '');
}

function pageAnswer({ header }: Arrival<Caller>, status: number, isFull: boolean): TextAnswer {
  const language = preferredLanguage(header('accept-language')) ?? 'en';
  const from = header('referer') ?? header('origin');
  const { html, contentSecurityPolicy } = thanksPage({ language, from, isFull });
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      vary: 'Origin, Accept, Accept-Language',
    },
    body: html,
  };
}
