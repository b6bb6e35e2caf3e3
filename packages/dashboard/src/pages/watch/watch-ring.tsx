import type { WakeStep } from "../../api/boat/wake.ts";
import { type AnchorWatch, OUTER } from "../../features/alerts/anchor-watch.ts";
import { farthestFrom } from "../../map/boat/farthest.ts";
import { metresBetween } from "../../map/boat/sphere.ts";

interface WatchRingProps {
  readonly watch: AnchorWatch;
  /** The positions since arming, oldest first. */
  readonly trail: readonly WakeStep[];
  /** The newest position, which may be from before. */
  readonly place: WakeStep | undefined;
  /** Text alternative. */
  readonly label: string;
}

/** Half the drawing's side. */
const HALF = 100;
/** Room around what is drawn. */
const ROOM = 1.08;

/** The two rings, north up, with the trail since arming: drawn without a chart, so that it needs no link. */
export function WatchRing({ watch, trail, place, label }: WatchRingProps) {
  const { circle } = watch;
  const farthest = farthestFrom(circle, place === undefined ? trail : [...trail, place])?.metres ?? 0;
  const scale = HALF / (Math.max(circle.radius * OUTER, farthest) * ROOM);
  const at = ({ latitude, longitude }: WakeStep): readonly [x: number, y: number] => {
    const north = metresBetween(circle, { ...circle, latitude }) * Math.sign(latitude - circle.latitude);
    const east = metresBetween(circle, { ...circle, longitude }) * Math.sign(longitude - circle.longitude);
    return [east * scale, -north * scale];
  };
  const boat = place === undefined ? undefined : at(place);
  return (
    <svg
      className="watch__ring"
      viewBox={`${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`}
      role="img"
      aria-label={label}
    >
      <circle className="watch__outer" r={circle.radius * OUTER * scale} />
      <circle className="watch__inner" r={circle.radius * scale} />
      <polyline
        className="watch__trail"
        points={trail
          .map(at)
          .map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`)
          .join(" ")}
      />
      <path className="watch__anchor" d="M-5 0H5M0-5V5" />
      {boat === undefined ? null : <circle className="watch__boat" cx={boat[0]} cy={boat[1]} r="6" />}
    </svg>
  );
}
