import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  title: ['Shughuli', 'Activity'],
  lead: [
    'Kila badiliko la rasilimali zako, linapotokea.',
    'Every change to your resources, as it happens.',
  ],
  live: ['Moja kwa moja', 'Live'],
  loading: ['Inaunganisha…', 'Connecting…'],
  lost: ['Imekatika, inaunganisha tena…', 'Reconnecting…'],
  resume: ['Endelea', 'Resume'],
  resumeWith: (count: string) => [`Endelea (${count} mpya)`, `Resume (${count} new)`],
  service: ['Huduma', 'Service'],
  by: (name: string) => [`na ${name}`, `by ${name}`],
  actions: {
    'resource-created': ['imetengenezwa', 'resource created'],
    'resource-renamed': ['imebadilishwa jina', 'resource renamed'],
    'resource-configured': ['mipangilio imebadilishwa', 'resource configured'],
    'resource-archived': ['imewekwa kwenye kumbukumbu', 'resource archived'],
    'resource-restored': ['imerudishwa', 'resource restored'],
    'resource-validated': ['imekaguliwa', 'resource validated'],
    'resource-deleted': ['imefutwa', 'resource deleted'],
    'secret-rotated': ['siri imebadilishwa', 'secret rotated'],
    'entry-captured': ['ingizo limepokelewa', 'entry captured'],
    'entries-expired': ['maingizo ya zamani yamefutwa', 'entries expired'],
    'form-full': ['fomu imejaa', 'form full'],
    'resource-nearly-full': ['inakaribia kujaa', 'resource nearly full'],
    'resource-full': ['imejaa', 'resource full'],
    'task-completed': ['kazi imekamilika', 'task completed'],
    'record-added': ['rekodi imeongezwa', 'record added'],
    'record-updated': ['rekodi imebadilishwa', 'record updated'],
    'record-deleted': ['rekodi imefutwa', 'record deleted'],
    'records-imported': ['rekodi zimeletwa', 'records imported'],
    'object-uploaded': ['faili imepakiwa', 'object uploaded'],
    'object-replaced': ['faili imebadilishwa', 'object replaced'],
    'object-deleted': ['faili imefutwa', 'object deleted'],
    'text-generated': ['jibu limeandikwa', 'text generated'],
  },
  emptyTitle: ['Hakuna kilichotokea bado', 'No activity yet'],
  emptyText: [
    'Ongeza rekodi au faili, na badiliko litaonekana hapa mara moja.',
    'Add a record or a file, and the change appears here immediately.',
  ],
  emptyFilter: ['Hakuna kinacholingana na ulichotafuta.', 'No matching activity.'],
});

/** An event in plain words. */
export function actionLabel(action: string): string {
  const known: Readonly<Record<string, string>> = t.actions;
  return known[action] ?? action.replaceAll('-', ' ');
}
