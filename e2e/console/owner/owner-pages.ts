import type { CheckedPage } from '../looks.ts';
import { askAs, leaveLead } from './visitors.ts';

export const ownerPages: readonly CheckedPage[] = [
  {
    name: 'today',
    path: '/sites/demo',
    prepare: async (fixture) => {
      for (const question of ['Mnauza baiskeli?', 'mnauza baiskeli', 'Do you repair phones?'])
        await askAs(fixture, question, { conversation: 'first', page: 'https://duka.example/' });
      await leaveLead(fixture, { contact: '0700 000 111', name: 'Juma', message: 'Nipigie leo.' });
      await leaveLead(fixture, { contact: 'mary@example.com', message: 'Do you ship to Kisumu?' });
    },
  },
  { name: 'questions', path: '/sites/demo/questions' },
  {
    name: 'questions-open',
    path: '/sites/demo/questions',
    reach: (page) => page.locator('.virtual-item button').first().click(),
  },
  { name: 'questions-all', path: '/sites/demo/questions?show=all' },
  { name: 'question-gone', path: '/sites/demo/questions/q_0' },
  {
    name: 'conversations',
    path: '/sites/demo/conversations?show=assistant',
    prepare: async (fixture) => {
      await askAs(fixture, 'Mnafungua saa ngapi?', { conversation: 'c_0123456789abcdefghijkl' });
    },
  },
  { name: 'conversation', path: '/sites/demo/conversations/c_0123456789abcdefghijkl' },
  { name: 'channels', path: '/sites/demo/channels' },
  { name: 'leads', path: '/sites/demo/leads' },
  {
    name: 'leads-open',
    path: '/sites/demo/leads',
    reach: (page) => page.locator('.virtual-item button').first().click(),
  },
  { name: 'appearance', path: '/sites/demo/appearance' },
  { name: 'install', path: '/sites/demo/install' },
  { name: 'settings', path: '/sites/demo/settings' },
];
