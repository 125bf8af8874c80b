import type { Section } from '../reference.ts';
import { wholeConversation } from './conversations.ts';
import { lead, question, site } from './examples.ts';

export const peopleSection: Section = {
  tag: 'People',
  about: 'All that is stored about one person, for requests by law: read it, or delete it.',
  path: { site },
  operations: {
    getPersonData: {
      about:
        'Finds all questions, contacts and conversations of a telephone number, an address or a name.',
      query: { contact: lead.contact },
      answers: {
        200: {
          contact: lead.contact,
          questions: [question],
          leads: [lead],
          conversations: [wholeConversation],
        },
      },
    },
    erasePersonData: {
      about: 'Deletes all that is stored about one person for good, and counts it.',
      query: { contact: lead.contact },
      answers: { 200: { deleted: true, questions: 1, leads: 1, conversations: 1 } },
    },
  },
};
