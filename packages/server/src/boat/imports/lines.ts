/** Splits chunked text into lines. */

/** Longer lines are cut, so that a file without line ends does not fill the memory. */
const LONGEST = 1_048_576;

/** The complete lines of each chunk, without line ends; the last block has the remaining text. */
export async function* lineBlocks(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = "";
  let endsInReturn = false;
  for await (const chunk of chunks) {
    if (chunk === "") continue;
    // A CRLF may be split between chunks.
    const lines = (endsInReturn && chunk.startsWith("\n") ? chunk.slice(1) : chunk).split(/\r\n|\n|\r/);
    endsInReturn = chunk.endsWith("\r");
    lines[0] = rest + (lines[0] ?? "");
    rest = lines.pop() ?? "";
    if (rest.length > LONGEST) rest = rest.slice(0, LONGEST);
    if (lines.length > 0) yield lines;
  }
  if (rest !== "") yield [rest];
}
