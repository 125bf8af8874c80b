/** Downloads a text or a blob as a file. */
export function saveAs(name: string, type: string, content: string | Blob): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download has started by then; without this, the address would keep the bytes in memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
