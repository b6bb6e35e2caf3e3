/** What the server says begins with a small letter where it may stand within a sentence; here it stands alone. */
export function sentence(said: string): string {
  return said.charAt(0).toUpperCase() + said.slice(1);
}
