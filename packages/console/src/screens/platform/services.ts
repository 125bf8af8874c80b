/** The six services and their usual kinds of resources, with names in both languages. */
import type { Service } from '@baraza/contract';
import type { IconName } from '../../design/icon.tsx';
import type { Pair } from '../../words/language.ts';

interface Kind {
  /** The name in the API. */
  readonly kind: string;
  readonly label: Pair;
  readonly about: Pair;
}

interface ServiceAbout {
  readonly icon: IconName;
  readonly label: Pair;
  readonly about: Pair;
  readonly kinds: readonly Kind[];
}

const kind = (name: string, sw: string, en: string, about: Pair): Kind => ({
  kind: name,
  label: [sw, en],
  about,
});

export const services: Readonly<Record<Service, ServiceAbout>> = {
  data: {
    icon: 'data',
    label: ['Data', 'Data'],
    about: ['Mikusanyo ya rekodi za JSON.', 'Collections of JSON records.'],
    kinds: [
      kind('Collection', 'Mkusanyo', 'Collection', [
        'Rekodi za JSON: oda, bidhaa, wateja.',
        'JSON records such as orders, products or customers.',
      ]),
    ],
  },
  storage: {
    icon: 'storage',
    label: ['Hifadhi', 'Storage'],
    about: ['Ndoo za faili.', 'Buckets of files.'],
    kinds: [
      kind('Bucket', 'Ndoo', 'Bucket', [
        'Faili za hadi MB 20 kila moja.',
        'Files of up to 20 MB each.',
      ]),
    ],
  },
  ai: {
    icon: 'ai',
    label: ['Akili mnemba', 'AI'],
    about: ['Wasaidizi wanaojibu kutokana na data yako.', 'Assistants that answer from your data.'],
    kinds: [
      kind('Assistant', 'Msaidizi', 'Assistant', [
        'Maelekezo na maarifa; hujibu maswali.',
        'Answers questions from instructions and knowledge.',
      ]),
    ],
  },
  dev: {
    icon: 'dev',
    label: ['Usanidi', 'Dev'],
    about: ['Miradi inayotaja rasilimali nyingine.', 'Projects that refer to other resources.'],
    kinds: [
      kind('Project', 'Mradi', 'Project', [
        'Mipangilio na marejeo yanayokaguliwa.',
        'Settings and references that can be validated.',
      ]),
    ],
  },
  connect: {
    icon: 'connect',
    label: ['Miunganisho', 'Connect'],
    about: ['Fomu, visanduku na webhooks.', 'Forms, inboxes and webhooks.'],
    kinds: [
      kind('Form', 'Fomu', 'Form', [
        'Hupokea majibu kutoka tovuti yako.',
        'Receives entries from your website.',
      ]),
      kind('Inbox', 'Kisanduku', 'Inbox', [
        'Hupokea ujumbe kupitia API.',
        'Receives messages through the API.',
      ]),
      kind('Webhook', 'Webhook', 'Webhook', [
        'Hutuma matukio kwa seva yako.',
        'Sends events to your server.',
      ]),
    ],
  },
  work: {
    icon: 'work',
    label: ['Kazi', 'Work'],
    about: ['Kazi za kufanywa.', 'Tasks to complete.'],
    kinds: [kind('Task', 'Kazi', 'Task', ['Kazi moja ya kukamilishwa.', 'A single task.'])],
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
