import type { Reference } from './reference.ts';
import { channelsSection } from './site/channels.ts';
import { conversationsSection, savedAnswersSection } from './site/conversations.ts';
import { leadsSection } from './site/leads.ts';
import { peopleSection } from './site/people.ts';
import { profileSection } from './site/profile.ts';
import { questionsSection } from './site/questions.ts';
import { serversSection } from './site/servers.ts';
import { sitesSection } from './site/sites.ts';
import { visitorsSection, voiceSection } from './site/visitors.ts';

export const siteReference: Reference = {
  about:
    'An assistant for websites that answers visitors from approved information alone. Operations ' +
    'below `/v1/sites/{site}` are for pages and need no credential, only a page or a key that the ' +
    'site admits; those below `/v1/admin` take the credential of the owner: ' +
    '`Authorization: Bearer osk_…`. Every refusal is one sentence that says what would be right.',
  sections: [
    visitorsSection,
    voiceSection,
    conversationsSection,
    savedAnswersSection,
    leadsSection,
    questionsSection,
    profileSection,
    sitesSection,
    channelsSection,
    peopleSection,
    serversSection,
  ],
};
