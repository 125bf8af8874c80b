/** A text of a document: English in every language of the console, with code between backticks. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <span lang="en">
      {text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}
    </span>
  );
}
