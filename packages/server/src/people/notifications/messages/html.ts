/** The HTML of a mail: paragraphs, links and a picture, styled only where mail programs agree. */

const FRAME =
  "font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:16px;line-height:1.5;color:#1b2733;max-width:36em";

/**
 * A whole document.
 * @param body the text; an empty line ends a paragraph
 * @param picture the address of a picture above the links, or null
 */
export function htmlOf(body: string, picture: string | null): string {
  const paragraphs = body
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${linked(paragraph).replaceAll("\n", "<br>")}</p>`);
  const shown =
    picture === null
      ? paragraphs
      : paragraphs.toSpliced(
          Math.max(paragraphs.length - 1, 0),
          0,
          `<p><img src="${picture}" alt="" width="480" style="max-width:100%;border-radius:8px"></p>`,
        );
  return `<!doctype html>\n<html><head><meta charset="utf-8"></head><body style="${FRAME}">\n${shown.join("\n")}\n</body></html>\n`;
}

/** Turns addresses into links; everything else stays text. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, i) => {
      const safe = escaped(part);
      return i % 2 === 1 ? `<a href="${safe}" style="color:#0b62a4">${safe}</a>` : safe;
    })
    .join("");
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
