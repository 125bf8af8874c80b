/** The lists whose entries are a heading and a text. */
export type TextList = 'facts' | 'faqs' | 'documents';
