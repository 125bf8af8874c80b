/** The page behind the link that confirms an e-mail address. Link checkers open it too, so a button confirms. */
import type { IncomingMessage } from 'node:http';
import { type Language, siteLimits } from '@baraza/contract';
import { z } from 'zod';
import type { Answer } from '../../http/answer.ts';
import type { Assistant } from '../assistant.ts';
import { mailboxOfLink, useLink } from '../notices/mailbox.ts';
import { openRoute, type SiteRoute } from '../route.ts';
import { limitNetwork } from '../visit.request.ts';
import { visitorLanguage } from '../visits.ts';
import { messagePage } from './hosted-page.ts';
import { confirmationLink, confirmationPath } from './links.ts';
import { html } from './markup.ts';
import { pageWords } from './page-words.ts';

const querySchema = z.object({
  token: z.string().max(100).default(''),
  language: z.string().optional(),
});
type Query = z.output<typeof querySchema>;

export function confirmationRoutes(assistant: Assistant): readonly SiteRoute[] {
  const languageOf = ({ language }: Query, accepted: string | undefined) =>
    visitorLanguage(language, accepted, ['sw', 'en']);
  return [
    openRoute(`GET ${confirmationPath}`, {
      summary: 'The page on which an e-mail address for notices is confirmed.',
      query: querySchema,
      answers: { 200: 'bytes', 404: 'bytes' },
      handle: async ({ query, header, raw }) => {
        const { token } = query;
        const language = languageOf(query, header('accept-language'));
        const email = await mailboxOfLink(assistant, token);
        if (email === undefined) return goneAnswer(assistant, raw, language);
        const words = pageWords[language];
        const action = confirmationLink('', encodeURIComponent(token), language);
        return answerOf(200, language, words.confirmTitle, [
          html`<p>${words.confirmText}</p><p><strong>${email}</strong></p>`,
          html`<form method="post" action="${action}"><button>${words.confirmButton}</button></form>`,
        ]);
      },
    }),
    openRoute(`POST ${confirmationPath}`, {
      summary: 'Confirm an e-mail address for notices with the link that was sent to it.',
      query: querySchema,
      answers: { 200: 'bytes', 404: 'bytes' },
      handle: async ({ query, header, raw }) => {
        const language = languageOf(query, header('accept-language'));
        const email = await useLink(assistant, query.token);
        if (email === undefined) return goneAnswer(assistant, raw, language);
        const words = pageWords[language];
        return answerOf(200, language, words.confirmedTitle, [
          html`<p>${words.confirmedText}</p><p><strong>${email}</strong></p>`,
        ]);
      },
    }),
  ];
}

/** Only links that are not valid are counted: others in the same network can still confirm. */
async function goneAnswer(
  assistant: Assistant,
  raw: IncomingMessage,
  language: Language,
): Promise<Answer> {
  await limitNetwork(assistant, raw, 'confirm link', siteLimits.wrongLinksPerMinuteMax);
  const { confirmGoneTitle, confirmGone } = pageWords[language];
  return answerOf(404, language, confirmGoneTitle, [html`<p>${confirmGone}</p>`]);
}

function answerOf(
  status: number,
  language: Language,
  title: string,
  content: readonly ReturnType<typeof html>[],
): Answer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; " +
        "form-action 'self'; frame-ancestors 'none'",
      // The address of the page is a secret.
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
    body: messagePage(language, title, content),
  };
}
