/**
 * Pages under `/p/`: the dashboard's page with link preview metadata, and a picture of the track. These need no token,
 * so concurrency is limited and pictures are cached.
 */
import type { IncomingMessage } from "node:http";
import type { Engine } from "@wakelog/data-api/engine/engine.ts";
import type { HttpOutput } from "@wakelog/data-api/engine/response/http-output.ts";
import type { Coast } from "@wakelog/kit/geo/map/coast.ts";
import { trackPicture } from "@wakelog/kit/pictures/track-picture.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { type PageAddress, type Preview, previewOf, trackOf } from "./visits.ts";

/** Concurrent engine requests; beyond that, the page has no metadata and no picture. */
const AT_ONCE = 4;
const PICTURES = 200;
const PICTURE_KEPT_MS = 10 * MINUTE;

const PAGE = /^\/p\/([^/]{1,240})(?:\/log\/([1-9]\d{0,8}))?(\/picture\.png)?$/;

/** Serves requests under `/p/`. */
export interface PublicPages {
  /**
   * The response; null for other addresses.
   * @param html the dashboard's page
   * @param origin the dashboard's origin as the browser sees it
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
 * @param engine null if there is none: pages then have no metadata and no pictures
 * @param webUrl the dashboard's address; if empty, the browser's origin
 * @param coast drawn behind the track
 * @param count counts an anonymous request. Rejects with an ApiError beyond the limit
 */
export function publicPages(
  engine: () => Engine | null,
  webUrl: string,
  coast: Coast,
  count: (request: IncomingMessage) => Promise<void>,
): PublicPages {
  const pictures = new Map<string, { readonly drawnAt: number; readonly png: Promise<Buffer | null> }>();
  let running = 0;

  /** Queries the engine within the concurrency limit. */
  async function withEngine<T>(query: (engine: Engine) => Promise<T>): Promise<T | "busy"> {
    const current = engine();
    if (current === null || running >= AT_ONCE) return "busy";
    running += 1;
    try {
      return await query(current);
    } finally {
      running -= 1;
    }
  }

  /** The cached picture; whether it is still published is checked each time. */
  async function picture(address: PageAddress): Promise<HttpOutput> {
    const found = await withEngine(async (engine) => {
      const key = (await previewOf(engine, address))?.picture ?? null;
      if (key === null) return null;
      const kept = pictures.get(key);
      if (kept !== undefined && Math.abs(Date.now() - kept.drawnAt) < PICTURE_KEPT_MS) return kept.png;
      const png = drawn(engine, address);
      pictures.delete(key);
      pictures.set(key, { drawnAt: Date.now(), png });
      for (const oldest of pictures.keys()) {
        if (pictures.size <= PICTURES) break;
        pictures.delete(oldest);
      }
      // Concurrent requests share one drawing; failures are retried.
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
      // Unpublished pictures must also leave caches.
      ["Cache-Control", "no-cache"] as const,
    ];
    return { status: 200, headers, body: found };
  }

  async function drawn(engine: Engine, address: PageAddress): Promise<Buffer | null> {
    const track = await trackOf(engine, address);
    return track === null ? null : trackPicture(track, coast);
  }

  return {
    async answer(path, html, origin, request) {
      const address = addressOf(path);
      if (address === null) return null;
      await count(request);
      if (path.endsWith("/picture.png")) return picture(address);
      const preview = await withEngine((engine) => previewOf(engine, address));
      const page = await html();
      const body =
        preview === null || preview === "busy" ? page : withWords(page, preview, (webUrl || origin) + path);
      return {
        // As for an unknown boat; the page says so too.
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

/** The page with link preview metadata. */
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
