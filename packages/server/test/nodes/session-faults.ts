import { type Fault, isPublic } from './site-faults.ts';
import { breaking } from './tampering.ts';

const typeOf = (text: string) => (JSON.parse(text) as { readonly type: string }).type;

/** Faults in live sessions, and in what visitors left. */
export const sessionFaults: readonly Fault[] = [
  {
    name: 'two done in a live session',
    section: 'live',
    breaks: ['live-typed'],
    tamperer: { heard: (text) => (typeOf(text) === 'done' ? [text, text] : [text]) },
  },
  {
    name: 'sound that nothing announces',
    section: 'live',
    breaks: ['live-spoken'],
    tamperer: { heard: (text) => (typeOf(text) === 'audio' ? [] : [text]) },
  },
  {
    name: 'a session that ends without bye',
    section: 'live',
    breaks: ['live-end'],
    tamperer: { heard: (text) => (typeOf(text) === 'bye' ? [] : [text]) },
  },
  {
    name: 'a session that is closed with another code',
    section: 'live',
    breaks: ['live-end'],
    tamperer: { closed: (code) => (code === 1000 ? 3000 : code) },
  },
  {
    name: 'ready without limits',
    section: 'live',
    breaks: ['live-ready'],
    tamperer: { heard: (text) => [text.replace('"limits":', '"bounds":')] },
  },
  {
    name: 'live sessions for any page',
    section: 'live',
    breaks: ['live-refused'],
    tamperer: {
      before: ({ headers }) => {
        if (headers.origin !== undefined) headers.origin = 'https://shop.example.com';
      },
    },
  },
  {
    name: 'the name of a model in a live session',
    section: 'engine details',
    breaks: ['engine-hidden'],
    tamperer: {
      heard: (text) => [
        typeOf(text) === 'ready' ? text.replace('{', '{"voice":"kokoro-82m",') : text,
      ],
    },
  },
  {
    name: 'a table whose cells compute',
    section: 'questions and leads',
    breaks: ['questions-csv'],
    tamperer: breaking(
      ({ path }) => path.includes('format=csv'),
      (one) => {
        one.body = one.body.replaceAll(/'=/g, '=');
      },
    ),
  },
  {
    name: 'a key in an export',
    section: 'questions and leads',
    breaks: ['export-asked-for'],
    tamperer: breaking(
      ({ path }) => path.includes('/export'),
      (one) => {
        one.body = one.body.replace('{', `{"key":"pk_${'a'.repeat(22)}",`);
      },
    ),
  },
  {
    name: 'a deletion of an absent thing that answers 200',
    section: 'questions and leads',
    breaks: ['question-deleted', 'lead-handled'],
    tamperer: breaking(
      ({ method, status }) => method === 'DELETE' && status === 404,
      (one) => {
        one.status = 200;
      },
    ),
  },
  {
    name: 'filters that are ignored',
    section: 'what is missing',
    breaks: ['questions-by-feedback'],
    tamperer: {
      before: (one) => {
        one.path = one.path.replace(/[?&](?:feedback|status)=\w+/, '');
      },
    },
  },
  {
    name: 'gaps without entries',
    section: 'what is missing',
    breaks: ['gaps-language', 'gaps-unused'],
    tamperer: breaking(
      ({ path }) => path.includes('/gaps'),
      (one) => {
        one.body = '{"questions":[],"total":0,"unused":[],"unused_total":0}';
      },
    ),
  },
  {
    name: 'a digest schedule that is not saved',
    section: 'what is missing',
    breaks: ['notify-digest'],
    tamperer: breaking(
      ({ method, path }) => method === 'PUT' && path.endsWith('/profile'),
      (one) => {
        one.body = one.body.replace(/"notify":\{.*?\}/, '"notify":{}');
      },
    ),
  },
  {
    name: 'unusual texts without a warning',
    section: 'profile',
    breaks: ['profile-other-texts'],
    tamperer: breaking(
      ({ method, path }) => method === 'PUT' && path.endsWith('/profile'),
      (one) => {
        one.body = one.body.replace(/"warnings":\[.*?\]/, '"warnings":[]');
      },
    ),
  },
  {
    name: 'a style in the place of a colour',
    section: 'profile',
    breaks: ['profile-looks'],
    tamperer: breaking(isPublic, (one) => {
      one.body = one.body.replace(/"colour":"[^"]*"/, '"colour":"red;background:url(//x.example)"');
    }),
  },
];
