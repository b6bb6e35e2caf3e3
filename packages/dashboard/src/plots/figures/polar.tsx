import { scaleRings } from "./scale-steps.ts";
import "./compass.css";

/** A speed at an angle off the bow in a band of wind. */
interface Cell {
  readonly angle: number;
  readonly band: number;
  /** In the unit of the scale. */
  readonly speed: number;
}

interface PolarProps {
  readonly cells: readonly Cell[];
  /** Labels a speed of the scale. */
  readonly label: (speed: number) => string;
}

const RADIUS = 200;

/** Speed by wind angle, a curve for each band of wind; both tacks together, the bow is up. */
export function Polar({ cells, label }: PolarProps) {
  const rings = scaleRings(Math.max(...cells.map(({ speed }) => speed), 1));
  const top = rings.at(-1) ?? 1;
  const at = (angle: number, speed: number): readonly [number, number] => {
    const radians = (angle * Math.PI) / 180;
    const radius = (speed / top) * RADIUS;
    return [Math.sin(radians) * radius, -Math.cos(radians) * radius];
  };
  const bands = [...new Set(cells.map(({ band }) => band))].sort((a, b) => a - b);
  return (
    <svg className="compass" viewBox="-40 -220 280 440" aria-hidden="true" focusable="false">
      {rings.map((speed) => {
        const radius = (speed / top) * RADIUS;
        return (
          <path
            key={speed}
            className="compass__ring"
            d={`M0 ${-radius}A${radius} ${radius} 0 0 1 0 ${radius}`}
          />
        );
      })}
      {[0, 30, 60, 90, 120, 150, 180].map((angle) => {
        const [[x, y], [nameX, nameY]] = [at(angle, top), at(angle, top * 1.07)];
        return (
          <g key={angle}>
            <path className="compass__ring" d={`M0 0L${x.toFixed(1)} ${y.toFixed(1)}`} />
            <text className="compass__angle" x={nameX} y={nameY + 4}>
              {angle}°
            </text>
          </g>
        );
      })}
      {bands.map((band) => {
        const points = cells
          .filter((cell) => cell.band === band)
          .sort((a, b) => a.angle - b.angle)
          .map(({ angle, speed }) =>
            at(angle, speed)
              .map((one) => one.toFixed(1))
              .join(" "),
          );
        return (
          <g key={band} className={`compass__curve compass__stroke-${band}`}>
            <path d={`M${points.join("L")}`} />
            {points.map((point) => {
              const [x, y] = point.split(" ");
              return <circle key={point} cx={x} cy={y} r="3" />;
            })}
          </g>
        );
      })}
      {rings.map((speed) => (
        <text
          key={speed}
          className="compass__scale compass__scale--left"
          x="-4"
          y={-(speed / top) * RADIUS + 4}
        >
          {label(speed)}
        </text>
      ))}
    </svg>
  );
}
