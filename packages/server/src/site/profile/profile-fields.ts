import {
  closesNextDay,
  conversationLimits,
  copiedAddress,
  digestRhythms,
  isEmailAddress,
  isTelephone,
  type KnownProfile,
  languages,
  siteLimits,
  type Weekday,
  weekdays,
} from '@baraza/contract';
import { normalOrigin } from '../../access/origins.ts';
import { isObject } from '../../kernel/json/is-object.ts';
import { readPrices } from './entry-reader.ts';
import {
  bilingualText,
  choice,
  fieldProblem,
  flag,
  isAbsent,
  list,
  plainText,
  webAddress,
} from './field-values.ts';

type Input = { readonly [field: string]: unknown };
type FieldReader<Value> = (value: unknown, field: string) => Value;

const short: FieldReader<KnownProfile['name']> = (value, field) =>
  bilingualText(value, field, siteLimits.shortCharactersMax);
const sentence: FieldReader<KnownProfile['greeting']> = (value, field) =>
  bilingualText(value, field, siteLimits.sentenceCharactersMax);

/** The readers of all known fields but the entries. */
const readers: {
  readonly [field in Exclude<keyof KnownProfile, 'facts' | 'faqs' | 'documents'>]: FieldReader<
    KnownProfile[field]
  >;
} = {
  name: short,
  business: short,
  greeting: sentence,
  colour: (value, field) => {
    const text = plainText(value, field, siteLimits.shortCharactersMax).toLowerCase();
    if (text === '') return '#0a7d5a';
    if (/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/.test(text)) return text;
    throw fieldProblem(field, 'must be a colour like #0a7d5a or #fff');
  },
  position: (value, field) => {
    const text = plainText(value, field, siteLimits.shortCharactersMax).toLowerCase();
    if (text.includes('left')) return 'left';
    if (text === '' || text.includes('right')) return 'right';
    throw fieldProblem(field, 'must be left or right');
  },
  suggestions: (value, field) =>
    list(value, field, siteLimits.suggestionsMax, short).filter((text) => text !== ''),
  whatsapp: whatsappLink,
  phone: (value, field) => {
    const text = plainText(value, field, siteLimits.shortCharactersMax);
    if (text === '' || isTelephone(text)) return text;
    throw fieldProblem(field, 'must be a telephone number like 0722 123 456 or +254 722 123 456');
  },
  email: emailAddress,
  address: sentence,
  timezone: (value, field) => {
    const text = plainText(value, field, siteLimits.shortCharactersMax);
    if (text === '') return 'Africa/Nairobi';
    try {
      Intl.DateTimeFormat('en', { timeZone: text });
      return text;
    } catch {
      throw fieldProblem(field, 'must be a time zone like Africa/Nairobi');
    }
  },
  hours: (value, field) =>
    list(value, field, siteLimits.hoursMax, (item, place) => {
      if (!isObject(item)) throw fieldProblem(place, 'must be an object with days, open and close');
      const days = list(item.days, `${place}.days`, 7, weekday);
      if (days.length === 0) throw fieldProblem(`${place}.days`, 'must name a day');
      const open = timeOfDay(item.open, `${place}.open`);
      const close = timeOfDay(item.close, `${place}.close`);
      if (open === '24:00') throw fieldProblem(`${place}.open`, 'must be before 24:00');
      const isNextDay = flag(item.nextDay, `${place}.nextDay`, false);
      return {
        days: weekdays.filter((day) => days.includes(day)),
        open,
        close,
        ...(isNextDay && closesNextDay({ open, close }) ? { nextDay: true } : {}),
      };
    }),
  closed: (value, field) =>
    list(value, field, siteLimits.closedMax, (item, place) => {
      if (!isObject(item)) throw fieldProblem(place, 'must be an object with date');
      const note = sentence(item.note, `${place}.note`);
      const isHalf = item.from !== undefined && item.from !== null && item.from !== '';
      return {
        date: calendarDate(item.date, `${place}.date`),
        ...(isHalf ? { from: timeOfDay(item.from, `${place}.from`) } : {}),
        ...(note === '' ? {} : { note }),
      };
    }),
  prices: readPrices,
  languages: (value, field) => {
    const given = list(value, field, 10, (item, place) => {
      const found = languages.find((language) => language === item);
      if (found === undefined) throw fieldProblem(place, 'must be sw or en');
      return found;
    });
    return given.length === 0 ? languages : [...new Set(given)];
  },
  allowed_origins: (value, field) => [
    ...new Set(
      list(value, field, siteLimits.originsMax, (item, place) => {
        if (typeof item !== 'string') throw fieldProblem(place, 'must be text');
        return normalOrigin(item);
      }),
    ),
  ],
  voice: (value, field) => flag(value, field, true),
  privacy: (value, field) => bilingualText(value, field, 20_000),
  retention_days: (value, field) => {
    if (isAbsent(value)) return siteLimits.retentionDaysDefault;
    const isDays = Number.isSafeInteger(value) && Number(value) >= 1;
    if (isDays && Number(value) <= siteLimits.retentionDaysMax) return Number(value);
    throw fieldProblem(field, `must be a whole number from 1 to ${siteLimits.retentionDaysMax}`);
  },
  sources: (value, field) => choice(value, field, ['full', 'titles', 'none'], 'full'),
  strictness: (value, field) => choice(value, field, ['low', 'normal', 'high'], 'normal'),
  require_key: (value, field) => flag(value, field, false),
  allow_apps: (value, field) => flag(value, field, false),
  feedback: (value, field) => flag(value, field, true),
  notify: (value, field) => {
    if (isAbsent(value)) return {};
    if (!isObject(value))
      throw fieldProblem(field, 'must be an object with email, webhook or digest');
    const email = emailAddress(value.email, `${field}.email`);
    const webhook = webAddress(value.webhook, `${field}.webhook`);
    const hasDigest = !isAbsent(value.digest) && value.digest !== '';
    const digest = choice(value.digest, `${field}.digest`, digestRhythms, 'daily');
    return {
      ...(email === '' ? {} : { email }),
      ...(webhook === '' ? {} : { webhook }),
      ...(hasDigest ? { digest } : {}),
    };
  },
  people: (value, field) => flag(value, field, true),
  people_hours: (value, field) => {
    const { peopleHoursDefault, peopleHoursMax } = conversationLimits;
    if (isAbsent(value)) return peopleHoursDefault;
    if (typeof value === 'number' && value > 0 && value <= peopleHoursMax) return value;
    throw fieldProblem(field, `must be a number of hours above 0 and at most ${peopleHoursMax}`);
  },
  about: (value, field) => bilingualText(value, field, siteLimits.textCharactersMax),
};

export function readFields(input: Input): Omit<KnownProfile, 'facts' | 'faqs' | 'documents'> {
  const values = Object.entries(readers).map(([field, read]) => [
    field,
    read(Object.hasOwn(input, field) ? input[field] : undefined, field),
  ]);
  return Object.fromEntries(values) as Omit<KnownProfile, 'facts' | 'faqs' | 'documents'>;
}

function emailAddress(value: unknown, field: string): string {
  const text = copiedAddress(plainText(value, field, siteLimits.sentenceCharactersMax));
  if (text === '' || isEmailAddress(text)) return text;
  throw fieldProblem(field, 'must be an address like duka@example.com');
}

function weekday(value: unknown, place: string): Weekday {
  const found = weekdays.find((day) => day === String(value).trim().toLowerCase());
  if (found === undefined) throw fieldProblem(place, `must be one of ${weekdays.join(', ')}`);
  return found;
}

function timeOfDay(value: unknown, place: string): string {
  const match = typeof value === 'string' ? /^(\d{1,2}):(\d{2})$/.exec(value.trim()) : null;
  const [hour, minute] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || minute > 59 || hour * 60 + minute > 24 * 60)
    throw fieldProblem(place, 'must be a time like 08:00');
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function calendarDate(value: unknown, place: string): string {
  const text = typeof value === 'string' ? value.trim() : '';
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Date.parse may turn February 30 into March.
  if (Number.isFinite(time) && new Date(time).toISOString().startsWith(text)) return text;
  throw fieldProblem(place, 'must be a date like 2026-12-25');
}

const rule = 'must be a number with its country code, like +254 700 000 000, or a link to wa.me';

/** A WhatsApp number or link as the wa.me link that opens a chat. */
function whatsappLink(value: unknown, field: string): string {
  const given = typeof value === 'number' ? String(value) : value;
  const text = plainText(given, field, siteLimits.sentenceCharactersMax);
  if (text === '') return '';
  if (/^[+\d][\d\s().-]*$/.test(text)) return `https://wa.me/${digits(text, field)}`;
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.parse(address);
  const host = url?.hostname.replace(/^www\./, '');
  if (url === null || url.username !== '' || url.port !== '') throw fieldProblem(field, rule);
  if (host === 'wa.me') {
    const path = url.pathname.replace(/\/$/, '');
    if (/^\/message\/\w+$/.test(path)) return `https://wa.me${path}`;
    return `https://wa.me/${digits(path.slice(1), field)}${message(url)}`;
  }
  if (host === 'api.whatsapp.com' || host === 'whatsapp.com' || host === 'web.whatsapp.com')
    return `https://wa.me/${digits(url.searchParams.get('phone') ?? '', field)}${message(url)}`;
  throw fieldProblem(field, rule);
}

function digits(text: string, field: string): string {
  const number = text.replaceAll(/[\s().+-]/g, '').replace(/^00/, '');
  // A number that starts with 0 works only within its country.
  if (/^[1-9]\d{6,14}$/.test(number)) return number;
  throw fieldProblem(field, rule);
}

function message(url: URL): string {
  const text = url.searchParams.get('text');
  return text === null || text === '' ? '' : `?text=${encodeURIComponent(text)}`;
}
