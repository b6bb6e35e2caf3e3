/** A message of the server as a sentence of its own: messages that may be part of one begin with a small letter. */
export function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
