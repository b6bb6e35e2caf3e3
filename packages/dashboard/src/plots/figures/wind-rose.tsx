import { scaleRings } from "./scale-steps.ts";
import "./compass.css";

/** The time that wind blew from a sector in a band of strength. */
interface Petal {
  readonly sector: number;
  readonly band: number;
  readonly seconds: number;
}

interface WindRoseProps {
  readonly petals: readonly Petal[];
  /** Labels a share from 0 to 1. */
  readonly share: (part: number) => string;
}

const SECTORS = 16;
const RADIUS = 100;

/** Where the wind came from: the longer a petal, the more often; the darker, the stronger. North is up. */
export function WindRose({ petals, share }: WindRoseProps) {
  const whole = petals.reduce((sum, { seconds }) => sum + seconds, 0);
  const sums = Array.from({ length: SECTORS }, (_, sector) =>
    petals.filter((petal) => petal.sector === sector).reduce((sum, { seconds }) => sum + seconds, 0),
  );
  // Shares of all the time.
  const rings = scaleRings(Math.max(...sums, 0) / whole);
  const top = rings.at(-1) ?? 1;
  // How far out each sector's petal is drawn already.
  const reached = new Map<number, number>();
  return (
    <svg className="compass" viewBox="-130 -122 260 244" aria-hidden="true" focusable="false">
      {rings.map((part) => (
        <circle key={part} className="compass__ring" r={(part / top) * RADIUS} />
      ))}
      {[...petals]
        .sort((a, b) => a.band - b.band)
        .map(({ sector, band, seconds }) => {
          const inner = reached.get(sector) ?? 0;
          const outer = inner + seconds / whole;
          reached.set(sector, outer);
          const d = ring(sector, (inner / top) * RADIUS, (outer / top) * RADIUS);
          return <path key={`${sector} ${band}`} className={`compass__petal compass__band-${band}`} d={d} />;
        })}
      {rings.map((part) => {
        // Between the names of two directions.
        const [x, y] = at(34, (part / top) * RADIUS);
        return (
          <text key={part} className="compass__scale" x={x + 2} y={y}>
            {share(part)}
          </text>
        );
      })}
      {[0, 90, 180, 270].map((degrees) => {
        const [x, y] = at(degrees, RADIUS + 15);
        return (
          <text key={degrees} className="compass__angle" x={x} y={y + 4}>
            {degrees}°
          </text>
        );
      })}
    </svg>
  );
}

/** A point by its bearing from the middle and its distance. */
function at(degrees: number, radius: number): readonly [x: number, y: number] {
  const radians = (degrees * Math.PI) / 180;
  return [Math.sin(radians) * radius, -Math.cos(radians) * radius];
}

/** A part of a sector between two radii. */
function ring(sector: number, inner: number, outer: number): string {
  const [left, right] = [(sector - 0.42) * (360 / SECTORS), (sector + 0.42) * (360 / SECTORS)];
  const point = (degrees: number, radius: number) =>
    at(degrees, radius)
      .map((one) => one.toFixed(2))
      .join(" ");
  return `M${point(left, inner)}L${point(left, outer)}A${outer} ${outer} 0 0 1 ${point(right, outer)}L${point(right, inner)}A${inner} ${inner} 0 0 0 ${point(left, inner)}Z`;
}
