/** Where an owner answers questions: the console's page of a site's questions, or of one of them. */
export function consolePage(consoleUrl: string, siteId: string, questionId?: string): string {
  // Behind the hash, so that it is still there after a sign-in and the server need not know the console's pages.
  const questions = `${consoleUrl}/#/sites/${siteId}/questions`;
  return questionId === undefined ? questions : `${questions}/${questionId}`;
}
