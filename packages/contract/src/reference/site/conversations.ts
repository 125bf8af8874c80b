import type { Section } from '../reference.ts';
import {
  answeredConversation,
  conversation,
  done,
  ids,
  laterAt,
  madeAt,
  message,
  site,
} from './examples.ts';

const taken = { ...answeredConversation, state: 'person', with: 'Juma' } as const;
const savedId = 'm_01ka5v9a3b5c7d9e0f2g4h6j8k';
const stateEvent = {
  type: 'state',
  conversation: ids.conversation,
  state: 'person',
  with: 'Juma',
  at: laterAt,
} as const;
const events = `retry: 2000\n\nid: 12\nevent: state\ndata: ${JSON.stringify(stateEvent)}\n\n`;

export const conversationsSection: Section = {
  tag: 'Conversations',
  about:
    'Conversations of visitors with the assistant and with people of the business, on the website and in channels. ' +
    'A visitor reads one with its secret, from the first `done` of an ask.',
  path: {
    site,
    id: { about: 'The id of the conversation.', example: ids.conversation },
  },
  operations: {
    askForPerson: {
      about:
        'Asks for a person. The owner is notified, and the answer says whether the business is open now.',
      query: { language: 'en', conversation_secret: ids.secret },
      answers: {
        200: {
          state: 'waiting',
          with: null,
          open: true,
          opens_at: null,
          message: 'Somebody will answer you here soon.',
        },
      },
    },
    showVisitorTyping: {
      about: 'Tells the person who answers that the visitor is typing. Nothing is stored.',
      query: { conversation_secret: ids.secret },
      answers: done,
    },
    followConversation: {
      about:
        'Streams messages and states of one conversation to its visitor, and resumes after `last_event_id`.',
      query: { conversation_secret: ids.secret, last_event_id: '11' },
      answers: { 200: events },
    },
    listConversations: {
      about:
        'Lists conversations, newest first. `waiting` counts those that wait for a person, whatever the filter.',
      query: { state: 'waiting', limit: 50 },
      answers: {
        200: {
          conversations: [answeredConversation],
          next: null,
          waiting: 1,
          counts: { assistant: 0, waiting: 1, person: 0, closed: 0 },
        },
      },
    },
    followConversations: {
      about: 'Streams messages and states of all conversations of a site, for an inbox.',
      query: { last_event_id: '11' },
      answers: { 200: events },
    },
    getConversation: {
      about:
        'Reads a conversation with its messages and changes of state. `before` asks for older messages.',
      answers: {
        200: {
          ...answeredConversation,
          messages: [
            {
              id: 'm_01ka5v8m1n3p5q7r9s0t2v4w6x',
              from: 'visitor',
              text: 'Can I talk to somebody?',
              question: ids.question,
              at: laterAt,
            },
          ],
          changes: [
            { id: 'm_01ka5v8n2p4q6r8s0t1v3w5x7y', state: 'waiting', at: laterAt, by: null },
          ],
          next: null,
        },
      },
    },
    writeMessage: {
      about:
        'Writes to the visitor as a person. This takes the conversation over: the assistant is silent from then on.',
      body: { json: { text: message.text, name: 'Juma' } },
      answers: { 201: message },
    },
    takeConversation: {
      about: 'Takes a conversation over from the assistant, before anything is written.',
      query: { name: 'Juma' },
      answers: { 200: taken },
    },
    releaseConversation: {
      about: 'Lets the assistant answer again.',
      answers: { 200: { ...conversation, state: 'assistant' } },
    },
    closeConversation: {
      about: 'Closes a conversation. It opens again with the next message of the visitor.',
      answers: { 200: { ...conversation, state: 'closed' } },
    },
    markConversationRead: {
      about: 'Marks the messages of the visitor as read.',
      answers: { 200: { ...conversation, unread: 0 } },
    },
    showPersonTyping: {
      about: 'Tells the visitor that a person is typing. Nothing is stored.',
      answers: done,
    },
    deleteConversation: {
      about: 'Deletes a conversation for good, with its questions.',
      answers: { 200: { deleted: true, id: ids.conversation } },
    },
  },
};

export const savedAnswersSection: Section = {
  tag: 'Saved answers',
  about: 'Answers that people of the business use again and again.',
  path: { site, id: { about: 'The id of the saved answer.', example: savedId } },
  operations: {
    listSavedAnswers: {
      about: 'Lists the answers that people of the business have saved to use again, newest first.',
      answers: { 200: { answers: [{ id: savedId, text: 'We are open until six.' }] } },
    },
    createSavedAnswer: {
      about: 'Saves an answer, at most 100 for a site.',
      body: { json: { text: 'We are open until six.' } },
      answers: { 201: { id: savedId, text: 'We are open until six.' } },
    },
    deleteSavedAnswer: {
      about: 'Deletes a saved answer.',
      answers: { 200: { deleted: true, id: savedId } },
    },
  },
};

/** A conversation as the export of one person has it. */
export const wholeConversation = {
  ...conversation,
  messages: [
    {
      id: 'm_01ka5v8m1n3p5q7r9s0t2v4w6x',
      from: 'visitor',
      text: 'Can I talk to somebody?',
      question: ids.question,
      at: madeAt,
    },
  ],
  changes: [],
  next: null,
} as const;
