import type { LogTrack } from "../api/tracks/lines.ts";
import "./miniature.css";

const WIDTH = 72;
const HEIGHT = 48;
const MARGIN = 5;

/** Projects all points into the drawing: as large as possible, true to scale, north up. */
function placed({ points }: LogTrack): readonly (readonly [x: number, y: number])[] {
  const [lats, lons] = [points.map((point) => point.latitude), points.map((point) => point.longitude)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const [west, east] = [Math.min(...lons), Math.max(...lons)];
  const narrowing = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const [width, height] = [(east - west) * narrowing, north - south];
  const scale = Math.min((WIDTH - 2 * MARGIN) / (width || 1e-9), (HEIGHT - 2 * MARGIN) / (height || 1e-9));
  return points.map(({ longitude, latitude }) => [
    WIDTH / 2 + (longitude - (west + east) / 2) * narrowing * scale,
    HEIGHT / 2 - (latitude - (south + north) / 2) * scale,
  ]);
}

/** An SVG path over the gaps only, or over everything else. */
function path(track: LogTrack, places: ReturnType<typeof placed>, gaps: boolean): string {
  return places
    .map(([x, y], i) => {
      const drawn = i > 0 && (track.points[i]?.afterGap ?? false) === gaps;
      return `${drawn ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}

interface MiniatureProps {
  /** Undefined reserves the space without drawing. */
  readonly track: LogTrack | undefined;
}

/** A small drawing of a log's line. Decorative: the text beside it says the same. */
export function Miniature({ track }: MiniatureProps) {
  const places = track === undefined || track.points.length < 2 ? [] : placed(track);
  const end = places.at(-1);
  return (
    <svg className="miniature" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
      {track === undefined || end === undefined ? null : (
        <>
          <path className="miniature__gap" d={path(track, places, true)} />
          <path className="miniature__line" d={path(track, places, false)} />
          <circle className="miniature__end" cx={end[0]} cy={end[1]} r={3} />
        </>
      )}
    </svg>
  );
}
