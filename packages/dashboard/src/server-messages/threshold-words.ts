/** A threshold's name as words: `Pause minutes` for `pauseMinutes`. */
export function thresholdWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/ m$/, "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
