/** A server message as a sentence of its own: messages that may be part of another sentence begin with a small letter. */
export function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}

/** A message and its hint as they are read in one go. */
export function problemWords({
  message,
  hint,
}: {
  readonly message: string;
  readonly hint: string | null;
}): string {
  const first = sentence(message);
  if (hint === null) return first;
  return `${/[.!?]$/.test(first) ? first : `${first}.`} ${hint}`;
}
