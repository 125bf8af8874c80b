/** The form in which a visitor leaves contact details. */
import { isAnswerable } from '@baraza/contract/plain';
import { element } from '../launcher/element.ts';
import type { LeadOutcome } from './leads.ts';
import type { Words } from './words.ts';

export interface LeadFields {
  readonly contact: string;
  readonly name: string;
  readonly message: string;
  /** Honeypot field. */
  readonly website: string;
}

interface LeadFormTools {
  readonly words: Words;
  readonly fields: LeadFields;
  /** The owner's privacy text. */
  readonly privacy: string;
  /** Another way to reach a person. */
  readonly contact: HTMLElement | undefined;
  readonly send: (fields: LeadFields) => Promise<LeadOutcome>;
  readonly onSent: (message: string) => void;
}

export const noFields: LeadFields = { contact: '', name: '', message: '', website: '' };

export function leadForm({ words, fields, privacy, ...tools }: LeadFormTools) {
  const contact = element('input', {
    name: 'contact',
    required: true,
    minlength: '3',
    maxlength: '200',
    autocomplete: 'tel',
    'aria-describedby': 'lead-complaint',
    input: () => showError(''),
  });
  const complaint = element('p', { class: 'complaint', id: 'lead-complaint', role: 'alert' });
  const asked = element('blockquote', { class: 'asked', hidden: true });
  const outcome = element('p', { class: 'outcome', role: 'status' });
  const button = element('button', { class: 'primary', type: 'submit' }, words.sendLead);
  const form = element(
    'form',
    { class: 'lead', novalidate: true, submit: (event: SubmitEvent) => void submit(event) },
    element('h3', { id: 'lead-title' }, words.leaveTitle),
    element('p', {}, words.leaveText),
    asked,
    element('div', {}, labelled(words.contactField, contact), complaint),
    labelled(
      words.nameField,
      element('input', { name: 'name', maxlength: '100', autocomplete: 'name' }),
    ),
    labelled(
      words.messageField,
      element('textarea', { name: 'message', rows: '3', maxlength: '2000' }),
    ),
    element(
      'div',
      { class: 'unseen', 'aria-hidden': 'true' },
      element('input', { name: 'website', tabindex: '-1', autocomplete: 'off' }),
    ),
    button,
    outcome,
    privacy !== '' && element('p', { class: 'fine' }, privacy),
    tools.contact,
  );
  for (const [name, value] of Object.entries(fields)) fieldOf(name).value = value;

  function fieldOf(name: string): HTMLInputElement {
    return form.elements.namedItem(name) as HTMLInputElement;
  }

  function values(): LeadFields {
    const value = (name: string) => fieldOf(name).value.trim();
    return {
      contact: value('contact'),
      name: value('name'),
      message: value('message'),
      website: value('website'),
    };
  }

  function showError(sentence: string): void {
    complaint.textContent = sentence;
    contact.setAttribute('aria-invalid', String(sentence !== ''));
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (button.ariaDisabled === 'true') return;
    const given = values();
    const isWrong = given.contact.length < 3 || !isAnswerable(given.contact);
    showError(isWrong ? words.contactWrong : '');
    if (isWrong) {
      contact.focus();
      return;
    }
    // Not disabled, which would lose the focus.
    button.ariaDisabled = 'true';
    button.textContent = words.sending;
    outcome.textContent = '';
    const result = await tools.send(given);
    button.ariaDisabled = 'false';
    button.textContent = words.sendLead;
    settle(result);
  }

  function settle(result: LeadOutcome): void {
    if (result.kind === 'waiting') outcome.textContent = words.leadWaits;
    if (result.kind === 'refused') outcome.textContent = words.leadRefused;
    if (result.kind !== 'sent') return;
    form.reset();
    outcome.textContent = '';
    tools.onSent(result.receipt.message);
  }

  return {
    node: form,
    focus: () => contact.focus(),
    /** Shows the question that had no answer and goes with the contact. */
    carry: (question: string | undefined) => {
      asked.hidden = question === undefined;
      asked.replaceChildren(
        element('span', {}, words.unanswered),
        element('p', { dir: 'auto' }, question ?? ''),
      );
    },
    /** The typed values, to fill the form in another language. */
    fields: values,
    /** A lead that waited was sent, or was refused. */
    settle,
  };
}

function labelled(text: string, field: HTMLElement): HTMLElement {
  return element('label', {}, element('span', {}, text), field);
}
