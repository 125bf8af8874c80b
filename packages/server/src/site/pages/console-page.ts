/** Where an owner answers questions: the console's page of a site's questions, or of one of them. */
export function consolePage(consoleUrl: string, siteId: string, questionId?: string): string {
  // In the fragment, which survives a sign-in.
  const questions = `${consoleUrl}/#/sites/${siteId}/questions`;
  return questionId === undefined ? questions : `${questions}/${questionId}`;
}
