/** What several examples of the site assistant have in common. */

export const madeAt = '2026-11-16T08:12:30.402Z';
export const laterAt = '2026-11-16T09:40:02.118Z';

export const ids = {
  site: 'duka',
  question: 'q_01ka5v6w8q3m0z9y7x5t2r4n6c',
  lead: 'lead_01ka5v7b2h4s6d8f0g1j3k5m7b',
  conversation: 'c_Zk3vT8mX2bN6cR0yW5qK9s',
  message: 'm_01ka5v8p2q4r6s8t0v2w4x6y8z',
  faq: 'delivery',
  secret: 'Xw7Rk2mP9tQ4vN6bY1cH8sD3fJ5gL0zA',
} as const;

export const site = {
  about: 'The id of the site, as in its embed line.',
  example: ids.site,
} as const;

export const source = {
  id: ids.faq,
  title: 'Do you deliver?',
  url: null,
  quote: 'We deliver in Nairobi for 200 shillings.',
  kind: 'faq',
  language: 'en',
} as const;

export const question = {
  id: ids.question,
  asked_at: madeAt,
  question: 'Do you deliver to Kilimani?',
  language: 'en',
  mode: 'text',
  answered: true,
  answer: 'We deliver in Nairobi for 200 shillings.',
  sources: [source],
  conversation: ids.conversation,
  status: 'new',
  feedback: null,
  page: 'https://duka.example/prices',
} as const;

export const lead = {
  id: ids.lead,
  name: 'Asha',
  contact: '+254 700 000 000',
  message: 'Ten bags of unga for Friday.',
  received_at: madeAt,
  language: 'en',
  page: 'https://duka.example/prices',
  question_id: null,
  conversation: ids.conversation,
  status: 'new',
} as const;

export const conversation = {
  id: ids.conversation,
  state: 'waiting',
  channel: 'web',
  language: 'en',
  name: null,
  contact: null,
  last: { from: 'visitor', text: 'Can I talk to somebody?', at: laterAt },
  unread: 1,
  with: null,
  created_at: madeAt,
} as const;

/** One whose last message is an answer of the assistant. */
export const answeredConversation = {
  ...conversation,
  last: {
    from: 'assistant',
    text: 'Yes, within 10 km.',
    at: laterAt,
    asked: 'Do you deliver to Kilimani?',
  },
} as const;

export const message = {
  id: ids.message,
  from: 'person',
  text: 'Hello, this is Juma. How can I help?',
  at: laterAt,
  name: 'Juma',
} as const;

export const profile = {
  name: 'Duka',
  business: 'Duka la Mama Asha',
  greeting: { sw: 'Karibu!', en: 'Welcome!' },
  colour: '#0a7d4f',
  position: 'right',
  suggestions: ['Do you deliver?'],
  whatsapp: '',
  phone: '+254 700 000 000',
  email: '',
  address: 'Ngong Road, Nairobi',
  timezone: 'Africa/Nairobi',
  hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], open: '08:00', close: '18:00' }],
  closed: [],
  prices: [{ id: 'unga', item: { sw: 'Unga', en: 'Flour' }, price: 180, currency: 'KES' }],
  languages: ['sw', 'en'],
  allowed_origins: ['https://duka.example'],
  voice: true,
  privacy: '',
  retention_days: 90,
  sources: 'full',
  strictness: 'normal',
  require_key: false,
  allow_apps: true,
  feedback: true,
  notify: {},
  people: true,
  people_hours: 12,
  about: 'A shop for food and household goods.',
  facts: [],
  faqs: [
    {
      id: ids.faq,
      question: 'Do you deliver?',
      answer: 'We deliver in Nairobi for 200 shillings.',
    },
  ],
  documents: [],
} as const;

export const changes = {
  added: [{ list: 'faqs', id: ids.faq, title: 'Do you deliver?' }],
  changed: [],
  removed: [],
} as const;

export const siteSummary = {
  id: ids.site,
  status: 'active',
  created_at: madeAt,
  key: 'pk_8sJq4mT8vX2bN6cR0yW5zK',
  origins_open: false,
} as const;

export const done = { 200: { ok: true } } as const;
