/**
 * The addresses under `/p/`: the dashboard's page with what messengers show of its link, and a picture of the track. Both
 * are asked for by anybody, so few are made at once and what was made is kept for a while.
 */
import type { IncomingMessage } from "node:http";
import type { Engine } from "@wakelog/data-api/engine/engine.ts";
import type { HttpOutput } from "@wakelog/data-api/engine/response/http-output.ts";
import type { Coast } from "@wakelog/kit/geo/map/coast.ts";
import { trackPicture } from "@wakelog/kit/pictures/track-picture.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { type PageAddress, type Preview, previewOf, trackOf } from "./visits.ts";

/** Questions to the engine at once; more get the page without its words, and no picture. */
const AT_ONCE = 4;
const PICTURES = 200;
const PICTURE_KEPT_MS = 10 * MINUTE;

const PAGE = /^\/p\/([^/]{1,240})(?:\/log\/([1-9]\d{0,8}))?(\/picture\.png)?$/;

/** Answers what is asked for under `/p/`. */
export interface PublicPages {
  /**
   * The answer to an address; null if it is not one of these.
   * @param html the dashboard's page
   * @param origin where the browser found the dashboard
   * @throws ApiError 429
   */
  answer(
    path: string,
    html: () => Promise<string>,
    origin: string,
    request: IncomingMessage,
  ): Promise<HttpOutput | null>;
}

/**
 * @param engine null while there is none: the pages are then without words and pictures
 * @param webUrl where the dashboard is; if empty, where the browser found it
 * @param coast what pictures show besides the track
 * @param count counts a stranger's request. Rejects with an ApiError if it is one too many
 */
export function publicPages(
  engine: () => Engine | null,
  webUrl: string,
  coast: Coast,
  count: (request: IncomingMessage) => Promise<void>,
): PublicPages {
  const pictures = new Map<string, { readonly drawnAt: number; readonly png: Promise<Buffer | null> }>();
  let running = 0;

  /** Asks the engine, if not too many do. */
  async function asking<T>(question: (engine: Engine) => Promise<T>): Promise<T | "busy"> {
    const asked = engine();
    if (asked === null || running >= AT_ONCE) return "busy";
    running += 1;
    try {
      return await question(asked);
    } finally {
      running -= 1;
    }
  }

  /** Drawn once in a while; whether it is still published is asked each time. */
  async function picture(address: PageAddress): Promise<HttpOutput> {
    const found = await asking(async (asked) => {
      const key = (await previewOf(asked, address))?.picture ?? null;
      if (key === null) return null;
      const kept = pictures.get(key);
      if (kept !== undefined && Math.abs(Date.now() - kept.drawnAt) < PICTURE_KEPT_MS) return kept.png;
      const png = drawn(asked, address);
      pictures.delete(key);
      pictures.set(key, { drawnAt: Date.now(), png });
      for (const oldest of pictures.keys()) {
        if (pictures.size <= PICTURES) break;
        pictures.delete(oldest);
      }
      // Requests that come while it is drawn wait for it; what failed is tried again.
      const forget = (): void => {
        if (pictures.get(key)?.png === png) pictures.delete(key);
      };
      png.then((made) => made ?? forget(), forget);
      return png;
    });
    if (found === "busy") return { status: 503, headers: [["Retry-After", "10"]], body: null };
    if (found === null) return { status: 404, headers: [], body: null };
    const headers = [
      ["Content-Type", "image/png"] as const,
      // What is no longer published must be gone from caches, too.
      ["Cache-Control", "no-cache"] as const,
    ];
    return { status: 200, headers, body: found };
  }

  async function drawn(asked: Engine, address: PageAddress): Promise<Buffer | null> {
    const track = await trackOf(asked, address);
    return track === null ? null : trackPicture(track, coast);
  }

  return {
    async answer(path, html, origin, request) {
      const address = addressOf(path);
      if (address === null) return null;
      await count(request);
      if (path.endsWith("/picture.png")) return picture(address);
      const preview = await asking((asked) => previewOf(asked, address));
      const page = await html();
      const body =
        preview === null || preview === "busy" ? page : withWords(page, preview, (webUrl || origin) + path);
      return {
        // As for a boat that does not exist; the page says so too.
        status: preview === null ? 404 : 200,
        headers: [
          ["Content-Type", "text/html; charset=utf-8"],
          ["Cache-Control", "no-cache"],
        ],
        body,
      };
    },
  };
}

function addressOf(path: string): PageAddress | null {
  const [, boat, log] = PAGE.exec(path) ?? [];
  if (boat === undefined) return null;
  try {
    const name = decodeURIComponent(boat);
    return /^[\p{L}\p{N}_]{1,60}$/u.test(name)
      ? { boat: name, log: log === undefined ? null : Number(log) }
      : null;
  } catch {
    return null;
  }
}

/** The page with what messengers read of it. */
function withWords(html: string, { title, description, picture }: Preview, url: string): string {
  const words: readonly (readonly [string, string])[] = [
    ["og:type", "article"],
    ["og:site_name", "Wakelog"],
    ["og:title", title],
    ["og:description", description],
    ["og:url", url],
    ...(picture !== null
      ? [["og:image", `${url}/picture.png`] as const, ["og:image:type", "image/png"] as const]
      : []),
    ["twitter:card", picture !== null ? "summary_large_image" : "summary"],
  ];
  const tags = words.map(([name, content]) => `<meta property="${name}" content="${escaped(content)}" />`);
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace("</head>", () => `${tags.join("\n")}\n</head>`);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
