import type { Section } from '../reference.ts';
import { ids, madeAt, question, site, source } from './examples.ts';

const unanswered = {
  ...question,
  question: 'Do you sell gas?',
  answered: false,
  answer: 'I do not know this. Please ask the shop.',
  sources: [],
} as const;
const faq = {
  id: 'faq-1',
  question: 'Do you sell gas?',
  answer: 'Yes, cylinders of 6 and 13 kg.',
  language: 'en',
  alternatives: ['Is there gas?'],
  taught: true,
} as const;
const preview = {
  answered: true,
  language: 'en',
  sources: [{ ...source, id: faq.id, title: faq.question, quote: faq.answer }],
  handoff: 'tel:+254700000000',
  text: faq.answer,
  made: [{ id: faq.id, sentence: faq.answer }],
  considered: [
    {
      id: faq.id,
      list: 'faqs',
      title: faq.question,
      sentence: faq.answer,
      sureness: 0.98,
      chosen: true,
    },
  ],
  needed: 0.6,
  reason: 'own_question',
  why: 'You have taught this answer.',
} as const;

export const questionsSection: Section = {
  tag: 'Questions',
  about: 'What visitors asked and what they were told; where owners teach what is missing.',
  path: { site, id: { about: 'The id of the question.', example: ids.question } },
  operations: {
    listQuestions: {
      about:
        'Lists questions, newest first. `group=true` joins questions with the same meaning; `format=csv` gives ' +
        'all as a file for a spreadsheet.',
      query: { unanswered: 'true', limit: 50 },
      answers: { 200: { questions: [unanswered], next: null, total: 1 } },
    },
    getQuestion: {
      about: 'Reads one question with the others of its conversation, in order.',
      answers: { 200: { question, conversation: [question] } },
    },
    teachAnswer: {
      about:
        'Teaches the answer to a question: it becomes an FAQ, and the question is asked again to show what ' +
        'visitors now get.',
      body: { json: { answer: faq.answer, language: 'en' } },
      answers: {
        200: {
          question: { ...unanswered, status: 'taught' },
          faq,
          version: 4,
          asked_again: preview,
        },
      },
    },
    dismissQuestion: {
      about:
        'Takes a question off the list of those without an answer; with `group=true` all of the same meaning.',
      query: { group: 'true' },
      answers: { 200: { ...unanswered, status: 'dismissed' } },
    },
    reopenQuestion: {
      about: 'Puts a dismissed question back on the list.',
      answers: { 200: unanswered },
    },
    deleteQuestion: {
      about: 'Deletes a question for good.',
      answers: { 200: { deleted: true, id: ids.question } },
    },
    previewAnswer: {
      about:
        'Asks a question of a profile that is not saved, and shows which passages were considered. Nothing is ' +
        'stored or counted.',
      body: { json: { question: faq.question, language: 'en' } },
      answers: { 200: preview },
    },
    listGaps: {
      about:
        'Shows what the information of a site lacks: questions that were answered from an entry in the other ' +
        'language, and entries that no answer has used.',
      query: { limit: 50 },
      answers: {
        200: {
          questions: [],
          total: 0,
          unused: [{ id: 'delivery', list: 'faqs', title: 'Do you deliver?', since: madeAt }],
          unused_total: 1,
        },
      },
    },
  },
};
