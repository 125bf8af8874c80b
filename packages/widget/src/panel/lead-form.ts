/** Where a visitor leaves a way to be reached. */
import { isBarazaError } from '@baraza/client';
import { element } from '../launcher/element.ts';
import type { Words } from './words.ts';

export interface LeadForm {
  readonly node: HTMLElement;
  readonly focus: () => void;
}

export interface LeadFields {
  readonly contact: string;
  readonly name: string;
  readonly message: string;
  /** Filled in by programs only. */
  readonly website: string;
}

/** `send` answers what to say when it has arrived. */
export function leadForm(
  words: Words,
  send: (fields: LeadFields) => Promise<string>,
  onSent: (message: string) => void,
): LeadForm {
  const contact = element('input', {
    name: 'contact',
    required: true,
    minlength: '3',
    maxlength: '200',
    autocomplete: 'tel',
    'aria-describedby': 'lead-complaint',
  });
  const complaint = element('p', { class: 'complaint', id: 'lead-complaint', role: 'alert' });
  const button = element('button', { class: 'primary', type: 'submit' }, words.sendLead);
  const form = element(
    'form',
    { class: 'lead', novalidate: true, submit: (event: SubmitEvent) => void submit(event) },
    element('h3', { id: 'lead-title' }, words.leaveTitle),
    element('p', {}, words.leaveText),
    labelled(words.contactField, contact),
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
    complaint,
    button,
  );

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const values = new FormData(form);
    const value = (name: string) => String(values.get(name) ?? '').trim();
    const isShort = value('contact').length < 3;
    complaint.textContent = isShort ? words.leadShort : '';
    contact.setAttribute('aria-invalid', String(isShort));
    if (isShort) {
      contact.focus();
      return;
    }
    if (button.disabled) return;
    button.disabled = true;
    try {
      const message = await send({
        contact: value('contact'),
        name: value('name'),
        message: value('message'),
        website: value('website'),
      });
      form.reset();
      onSent(message);
    } catch (error) {
      complaint.textContent = isBarazaError(error, 'rate') ? words.rate : words.leadLost;
    } finally {
      button.disabled = false;
    }
  }

  return { node: form, focus: () => contact.focus() };
}

function labelled(text: string, field: HTMLElement): HTMLElement {
  return element('label', {}, element('span', {}, text), field);
}
