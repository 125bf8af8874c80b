import { filesSection } from './platform/files.ts';
import { recordsSection } from './platform/records.ts';
import { resourcesSection } from './platform/resources.ts';
import {
  assistantsSection,
  eventsSection,
  formsSection,
  serverSection,
} from './platform/server.ts';
import { usersSection } from './platform/users.ts';
import { webhooksSection } from './platform/webhooks.ts';
import type { Reference } from './reference.ts';

export const platformReference: Reference = {
  about:
    'Resources, records, files, users, events and assistants of one owner. Programs send a key: ' +
    '`Authorization: Bearer rpk_…`. Users of an app send their token `usr_…` to the operations that ' +
    'rules open to them. Every refusal is one sentence that says what would be right.',
  sections: [
    resourcesSection,
    recordsSection,
    filesSection,
    usersSection,
    webhooksSection,
    formsSection,
    assistantsSection,
    eventsSection,
    serverSection,
  ],
};
