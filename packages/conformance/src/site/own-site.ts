import { randomBytes } from 'node:crypto';
import { expect, expectShape, is } from '../check.ts';
import type { Json } from '../reply.ts';
import type { Call } from '../wire.ts';

/** A site made for one run of the suite, so that nothing of a real one is touched. */
interface OwnSite {
  readonly id: string;
  readonly key: string;
  /** `/v1/admin/sites/{site}` */
  readonly path: string;
  readonly profile: Json;
}

/** Questions whose answers are known, since the information is ours. */
export const knownQuestions = {
  en: {
    question: 'Is there parking for customers?',
    source: 'faq-parking',
    word: /parking|park/i,
  },
  sw: {
    question: 'Naweza kurudisha bidhaa niliyonunua?',
    source: 'faq-returns',
    word: /siku|kurudisha/i,
  },
} as const;

/** Nothing in the information has to do with these. */
export const unknownQuestions = {
  en: 'Who won the football world cup in 1998?',
  sw: 'Nani alishinda kombe la dunia la mpira mwaka 1998?',
} as const;

const profile = {
  name: 'Msaidizi',
  business: 'Duka la Mfano',
  greeting: { sw: 'Karibu, uliza swali lako.', en: 'Welcome, ask your question.' },
  colour: '#0a7d5a',
  position: 'left',
  suggestions: [{ sw: 'Mnafungua saa ngapi?', en: 'When do you open?' }],
  whatsapp: '+254700000001',
  phone: '+254700000001',
  email: 'duka@example.com',
  timezone: 'Africa/Nairobi',
  languages: ['sw', 'en'],
  hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], open: '08:00', close: '17:30' }],
  feedback: true,
  faqs: [
    {
      id: knownQuestions.en.source,
      question: knownQuestions.en.question,
      answer: 'Yes, customers park free of charge behind the shop.',
      language: 'en',
      url: 'https://example.com/parking',
    },
    {
      id: knownQuestions.sw.source,
      question: knownQuestions.sw.question,
      answer: 'Ndiyo, unaweza kurudisha bidhaa ndani ya siku saba ukiwa na risiti.',
      language: 'sw',
    },
  ],
};

/** Why a server with an owner's key makes no site: owners may get theirs in other ways. */
const makesNone = [403, 404, 405, 409, 501];

/** The site, or why there is none. */
export async function createOwnSite(admin: Call): Promise<OwnSite | string> {
  const id = `conformance-${randomBytes(4).toString('hex')}`;
  const created = await admin('POST', '/v1/admin/sites', { id, profile });
  if (makesNone.includes(created.status))
    return `needs a new site, but the status of creating one is ${created.status}`;
  expect(
    created.status !== 401,
    'the key of the owner (--owner-key, or the one in the file of --bootstrap) is refused',
  );
  expectShape(
    created.status,
    is.oneOf(201, 200),
    'the status of making a site for the examination',
  );
  const path = `/v1/admin/sites/${id}`;
  try {
    const { site } = (await admin('GET', path)).body;
    expect(is.text(site?.key), 'the site made for the examination cannot be read');
    return { id, key: site.key, path, profile };
  } catch (cause) {
    await admin('DELETE', path).catch(() => undefined);
    throw cause;
  }
}
