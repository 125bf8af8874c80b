/** Hands a text to the browser as a file to keep. */
export function saveAs(name: string, type: string, content: string | Blob): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has taken it by the next turn; the address would otherwise hold the bytes for ever.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
