import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  title: ['Jukwaa', 'Platform'],
  lead: [
    'Rasilimali zako, hali ya huduma, na kilichotokea karibuni.',
    'Your resources, service status and recent activity.',
  ],
  status: ['Hali', 'Status'],
  ok: ['Inafanya kazi', 'Operational'],
  degraded: ['Kuna tatizo', 'Degraded'],
  since: (time: string) => [`Imewashwa ${time}`, `Started ${time}`],
  checks: {
    database: ['Hifadhidata', 'Database'],
    storage: ['Nafasi ya faili', 'File storage'],
    ai: ['Majibu', 'Answers'],
  },
  free: (size: string) => [`${size} zimebaki`, `${size} free`],
  latency: (ms: string) => [`ms ${ms}`, `${ms} ms`],
  engine: (name: string) => [`injini: ${name}`, `engine: ${name}`],
  usage: ['Matumizi kwa siku', 'Usage by day'],
  changes: ['Mabadiliko', 'Changes'],
  recent: ['Kilichotokea karibuni', 'Recent activity'],
  noRecent: [
    'Bado hakuna kilichotokea. Tengeneza rasilimali ya kwanza, na itaonekana hapa.',
    'No activity yet. Create your first resource to see it here.',
  ],
  allActivity: ['Shughuli zote', 'All activity'],
  bytes: ['Faili zote', 'Stored files'],
  of: (used: string, max: string) => [`${used} kati ya ${max}`, `${used} of ${max}`],
  firstTitle: ['Anza hapa', 'Start here'],
  first: [
    'Tengeneza mkusanyo, ongeza rekodi, kisha usome kwa programu yako.',
    'Create a collection, add records, then read them from your code.',
  ],
});
