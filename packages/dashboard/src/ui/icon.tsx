import type { ReactNode } from "react";

/** Drawings on a 24-unit grid, stroked in the text colour. */
const DRAWINGS = {
  now: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="m15.5 8.5-2 5-5 2 2-5z" />
    </>
  ),
  logs: (
    <>
      <circle cx="6" cy="18" r="2.25" />
      <circle cx="18" cy="6" r="2.25" />
      <path d="M8.3 18H15a3 3 0 0 0 0-6H9a3 3 0 0 1 0-6h6.7" />
    </>
  ),
  anchor: (
    <>
      <circle cx="12" cy="5" r="2.25" />
      <path d="M12 7.25V21M8 11h8M4 13.5c.4 4.4 3.6 7.5 8 7.5s7.6-3.1 8-7.500M4 13.500l-1.3 2.200M20 13.500l1.3 2.2" />
    </>
  ),
  pin: (
    <>
      <path d="M12 21.500c4.6-4.7 7-8.3 7-11.500a7 7 0 1 0-14 0c0 3.2 2.4 6.8 7 11.500z" />
      <circle cx="12" cy="10" r="2.5" />
    </>
  ),
  settings: (
    <>
      <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
      <circle cx="15" cy="7" r="2.2" />
      <circle cx="9" cy="17" r="2.2" />
    </>
  ),
  day: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 2.500v2.500M12 19v2.500M2.5 12H5M19 12h2.500M5.3 5.3 7 7M17 17l1.7 1.700M18.7 5.3 17 7M7 17l-1.7 1.7" />
    </>
  ),
  dusk: (
    <path d="M3 18h18M7 14.500a5 5 0 0 1 10 0M12 4.500V7M4.5 8.500l1.6 1.600M19.5 8.500l-1.6 1.600M6.5 21.500h11" />
  ),
  night: <path d="M20 14.200A8.2 8.2 0 1 1 9.8 4a6.6 6.6 0 0 0 10.2 10.200z" />,
  download: <path d="M12 3.500V15M7.5 10.8 12 15.300l4.5-4.500M4.5 20h15" />,
  copy: (
    <>
      <rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2" />
      <path d="M15.5 5.500v-.500a1.5 1.5 0 0 0-1.5-1.500H5.500A1.5 1.5 0 0 0 4 5v8.500A1.5 1.5 0 0 0 5.5 15H6" />
    </>
  ),
  check: <path d="m4.5 12.5 5 5 10-11" />,
  back: <path d="M14.5 5 8 12l6.5 7" />,
  forward: <path d="M9.5 5 16 12l-6.5 7" />,
  open: <path d="m5 9 7 7 7-7" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  play: <path d="M7 4.500v15l12-7.500z" />,
  pause: <path d="M8 5v14M16 5v14" />,
  edit: <path d="M4 20h4L19.5 8.500a2.1 2.1 0 0 0-3-3L5 17l-1 3zM14.5 7.500l3 3" />,
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6" />
      <path d="m15 15 5.5 5.5" />
    </>
  ),
  offline: (
    <path d="M3 3l18 18M5 12.500a10 10 0 0 1 4-2.400M2 9a14.5 14.5 0 0 1 5-3M19 12.500a10 10 0 0 0-4.5-2.500M22 9A14.5 14.5 0 0 0 11 5M8.5 16a5 5 0 0 1 7 0M12 19.500v.01" />
  ),
  gauge: (
    <>
      <path d="M4.5 18a9 9 0 1 1 15 0" />
      <path d="m12 13.5 4-4.500" />
      <circle cx="12" cy="14" r="1.2" />
    </>
  ),
  statistics: <path d="M4 20.500h16M6.500 17v-5M12 17V5M17.500 17V9" />,
  list: <path d="M9 6h11M9 12h11M9 18h11M4.500 6v.01M4.500 12v.01M4.500 18v.01" />,
  import: <path d="M12 15.500V4M7.500 8.200 12 3.700l4.500 4.500M4.500 20h15" />,
  share: <path d="M12 14.500V3.700M8 7.500l4-3.800 4 3.800M6.500 11H5v9.500h14V11h-1.500" />,
  expand: <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />,
  fit: (
    <>
      <path d="M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4" />
      <circle cx="12" cy="12" r="3" />
    </>
  ),
  layers: <path d="m12 3.500 9 5-9 5-9-5zM3 13l9 5 9-5" />,
  flag: <path d="M5.500 21V3.500M5.500 4.500c4-2 7 2 13 0v9c-6 2-9-2-13 0" />,
  more: <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="3.200" />,
  table: <path d="M4 5h16v14H4zM4 10h16M4 14.500h16M10 5v14" />,
  plus: <path d="M12 5v14M5 12h14" />,
  engine: <path d="M5 9h3l2-2.500h5V9h2l2 3v5h-3l-2 2H9l-2-2H5zM2.500 10.500v5M12 3.500v3M9.500 3.500h5" />,
  power: <path d="M13 2.500 5 13.500h6l-1 8 8-11h-6z" />,
  tank: <path d="M12 3c4 4.700 6 8 6 11.200a6 6 0 0 1-12 0C6 11 8 7.700 12 3z" />,
  wind: (
    <path d="M3 9h10.500a2.700 2.700 0 1 0-2.600-3.400M3 13h15a2.700 2.700 0 1 1-2.600 3.400M3 17h7.500" />
  ),
  alert: <path d="M12 4 2.8 19.500h18.400zM12 10v4.500M12 17v.01" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5.300l3.5 2" />
    </>
  ),
  buoy: (
    <>
      <path d="M9.5 8h5l2 8h-9zM12 8V4.500M10.5 4.500h3" />
      <path d="M3 19.500c1.5-1.3 3-1.3 4.5 0s3 1.3 4.5 0 3-1.3 4.5 0 3 1.3 4.5 0" />
    </>
  ),
  dock: <path d="M3 9.500h18M5.5 9.500V20M12 9.500V20M18.5 9.500V20M5.5 6v3.500M18.5 6v3.500M3 15h18" />,
  home: <path d="M4 11.5 12 4.500l8 7M6.5 10v9.500h11V10" />,
  boat: (
    <path d="M12 3v13M12 4.500c4 2.5 6 6.5 6.5 11.500H12M12 7.500c-3 2-5 5-5.5 8.500H12M3.5 18.500h17l-2.5 3h-12z" />
  ),
  leave: (
    <path d="M13.5 4H6a1.5 1.5 0 0 0-1.5 1.500v13A1.5 1.5 0 0 0 6 20h7.500M10 12h10.500M16.5 8l4 4-4 4" />
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof DRAWINGS;

/** A decorative icon: the text next to it must say the same. */
export function Icon({ name, size = 24 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {DRAWINGS[name]}
    </svg>
  );
}
