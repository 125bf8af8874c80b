/** The six services, their usual kinds, and the names of both. */
import type { Service } from '@baraza/contract';
import type { IconName } from '../../design/icon.tsx';
import type { Language } from '../../words/language.ts';

interface Kind {
  /** The name in the API. */
  readonly kind: string;
  readonly label: Readonly<Record<Language, string>>;
  readonly about: Readonly<Record<Language, string>>;
}

interface ServiceAbout {
  readonly icon: IconName;
  readonly label: Readonly<Record<Language, string>>;
  readonly about: Readonly<Record<Language, string>>;
  readonly kinds: readonly Kind[];
}

export const services: Readonly<Record<Service, ServiceAbout>> = {
  data: {
    icon: 'data',
    label: { sw: 'Data', en: 'Data' },
    about: { sw: 'Mikusanyo ya rekodi za JSON.', en: 'Collections of JSON records.' },
    kinds: [
      {
        kind: 'Collection',
        label: { sw: 'Mkusanyo', en: 'Collection' },
        about: {
          sw: 'Rekodi za JSON: oda, bidhaa, wateja.',
          en: 'JSON records such as orders, products or customers.',
        },
      },
    ],
  },
  storage: {
    icon: 'storage',
    label: { sw: 'Hifadhi', en: 'Storage' },
    about: { sw: 'Ndoo za faili.', en: 'Buckets of files.' },
    kinds: [
      {
        kind: 'Bucket',
        label: { sw: 'Ndoo', en: 'Bucket' },
        about: {
          sw: 'Faili za hadi MB 20 kila moja.',
          en: 'Files of up to 20 MB each.',
        },
      },
    ],
  },
  ai: {
    icon: 'ai',
    label: { sw: 'Akili mnemba', en: 'AI' },
    about: {
      sw: 'Wasaidizi wanaojibu kutokana na data yako.',
      en: 'Assistants that answer from your data.',
    },
    kinds: [
      {
        kind: 'Assistant',
        label: { sw: 'Msaidizi', en: 'Assistant' },
        about: {
          sw: 'Maelekezo na maarifa; hujibu maswali.',
          en: 'Answers questions from instructions and knowledge.',
        },
      },
    ],
  },
  dev: {
    icon: 'dev',
    label: { sw: 'Usanidi', en: 'Dev' },
    about: {
      sw: 'Miradi inayotaja rasilimali nyingine.',
      en: 'Projects that refer to other resources.',
    },
    kinds: [
      {
        kind: 'Project',
        label: { sw: 'Mradi', en: 'Project' },
        about: {
          sw: 'Mipangilio na marejeo yanayokaguliwa.',
          en: 'Settings and references that can be validated.',
        },
      },
    ],
  },
  connect: {
    icon: 'connect',
    label: { sw: 'Miunganisho', en: 'Connect' },
    about: {
      sw: 'Fomu, visanduku na webhooks.',
      en: 'Forms, inboxes and webhooks.',
    },
    kinds: [
      {
        kind: 'Form',
        label: { sw: 'Fomu', en: 'Form' },
        about: {
          sw: 'Hupokea majibu kutoka tovuti yako.',
          en: 'Receives entries from your website.',
        },
      },
      {
        kind: 'Inbox',
        label: { sw: 'Kisanduku', en: 'Inbox' },
        about: {
          sw: 'Hupokea ujumbe kupitia API.',
          en: 'Receives messages through the API.',
        },
      },
      {
        kind: 'Webhook',
        label: { sw: 'Webhook', en: 'Webhook' },
        about: {
          sw: 'Hutuma matukio kwa seva yako.',
          en: 'Sends events to your server.',
        },
      },
    ],
  },
  work: {
    icon: 'work',
    label: { sw: 'Kazi', en: 'Work' },
    about: { sw: 'Kazi za kufanywa.', en: 'Tasks to complete.' },
    kinds: [
      {
        kind: 'Task',
        label: { sw: 'Kazi', en: 'Task' },
        about: { sw: 'Kazi moja ya kukamilishwa.', en: 'A single task.' },
      },
    ],
  },
};

export const serviceNames = Object.keys(services) as readonly Service[];

export function isService(name: string | undefined): name is Service {
  return name !== undefined && Object.hasOwn(services, name);
}

/** The services that these scopes can read. */
export function servicesIn(scopes: readonly string[]): readonly Service[] {
  return serviceNames.filter((service) =>
    scopes.some((scope) => scope === '*' || scope.split(':')[0] === service),
  );
}

export function mayWrite(scopes: readonly string[], service: Service): boolean {
  return scopes.some((scope) => scope === '*' || scope === service);
}
