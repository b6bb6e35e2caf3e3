/**
 * Rough outlines of the world's seas. They follow the limits of the International Hydrographic Organization (S-23,
 * Limits of Oceans and Seas) in open water, and run over land elsewhere, where no boat is. Accurate to about ten miles.
 * A smaller sea may lie within a larger one; a position is in every sea that contains it. Line format: a name, then
 * longitude and latitude of each corner in degrees. No outline crosses the antimeridian; seas there have two.
 */

/** A corner of an outline: longitude and latitude, degrees. */
export type Corner = readonly [number, number];

/** A sea: its English name, its closed outline, and its latitude range. */
interface SeaArea {
  readonly name: string;
  readonly outline: readonly Corner[];
  readonly south: number;
  readonly north: number;
}

const OUTLINES = `
Gulf of Bothnia: 18.9 60.2, 20.3 60.2, 22.5 60.6, 25.8 64.8, 25.5 66, 21 66, 16.8 62.5, 16.9 60.4
Gulf of Finland: 22.9 59.82, 23.5 59.2, 27.5 59.2, 30.5 59.7, 30.5 60.3, 28 60.8, 23.3 60.1
Gulf of Riga: 22.6 57.75, 22.3 58.05, 23.2 58.6, 24.6 58.5, 24.6 57, 23.2 56.9
Baltic Sea: 10 54.2, 9.8 54.8, 10 55.5, 12.4 56.1, 12.9 56.1, 14 57.5, 16 59.5, 17 61, 17 65.9, 25.5 66, 25.8 64.8, 21.5 61, 30.5 60.3, 30 59.3, 24.5 57, 21.5 54, 14 53.2
Kattegat: 10.6 57.74, 11.75 57.9, 12.9 57, 12.9 56.2, 12.45 56.12, 10.3 56, 9.8 57
Skagerrak: 8.55 57.1, 7 58, 9.5 59.2, 11.2 59.2, 11.75 57.9, 10.6 57.74
North Sea: 1.4 51, 2.6 50.9, 4.5 51.3, 7.2 53.1, 9 53.8, 8.6 55.5, 8.55 57.1, 7 58, 5.3 58.8, 5 61, -0.8 61, -1.4 60, -3.2 58.6, -4.5 57.6, -2 55.9, -0.2 53.6, 0.4 51.6
English Channel: 1.4 51, 1.8 50.85, 0.2 49.4, -1.3 49.2, -1.9 48.5, -4.7 48.4, -5.7 50.07, -3.5 50.7, 0.3 50.85
Irish Sea: -5.3 51.95, -6.4 52.15, -6.4 54.3, -5.5 54.6, -5 54.7, -2.8 54.3, -2.9 53.3, -4.3 52.6
Celtic Sea: -5.3 51.95, -6.4 52.15, -9.8 51.5, -11 48.5, -4.7 48.4, -5.7 50.07, -4.3 51.6
Inner Seas off the West Coast of Scotland: -5 54.7, -5.5 54.6, -6.5 55.3, -7.5 56.9, -6.2 58.6, -5 58.6, -5.2 57
Bay of Biscay: -7.9 43.77, -4.9 48.2, -2 47.8, -0.9 45.6, -1.2 43.3, -4 43.2
Norwegian Sea: -0.8 61, 5 61, 13.5 66, 25.8 71.2, 16.5 76.5, -8 71, -13.5 65, -7 62
Barents Sea: 25.8 71.2, 16.5 76.5, 25 80, 60 81, 68 77, 57 70.5, 40 67.5, 31 70
White Sea: 41 66.7, 44 66, 41 64, 34 63.7, 31.5 67
Greenland Sea: -24 70, -8 71, 16.5 76.5, 10 80, -12 81.5, -20 77
Labrador Sea: -43.9 59.8, -43.5 60.2, -48 61, -64.5 60.3, -61 56.5, -55.7 52.2, -52.7 47.5
Gulf of Saint Lawrence: -55.7 51.5, -57.4 51.6, -66.5 50.2, -66 48, -64.5 45.9, -61.4 45.6, -60.3 47, -59.4 47.6
Hudson Bay: -78 62.6, -86 64, -95 61, -94 57, -82.5 55.1, -79 54.5, -76 57
Gulf of Maine: -65.7 43.4, -70 41.7, -71 42.4, -70 43.9, -67 44.9, -65.8 44.3
Chesapeake Bay: -76 36.95, -76.5 36.8, -77.3 38, -76.2 39.6, -75.7 38
Gulf of Mexico: -80.6 25.1, -83.5 22.6, -84.9 21.9, -87.1 21.5, -91 18.2, -97.9 19, -97.9 26, -95 30.2, -84 30.3, -81.2 26
Caribbean Sea: -87.1 21.5, -84.9 21.9, -77.2 19.9, -74.2 20.2, -72 19.2, -68.4 18.6, -65.6 18.35, -63.1 18.3, -61.2 16.2, -59.4 13.2, -60.9 11.2, -61.7 10.6, -72 10, -76 8, -79.5 9.3, -83.6 9.5, -84 14, -88.9 15.5
Sargasso Sea: -70 22, -40 22, -40 37, -70 37
Alboran Sea: -5.6 36.05, -5.6 35.85, -2 35, -1 35.75, -2.1 36.75, -4.5 36.8
Balearic Sea: 0.1 38.75, 1.4 38.83, 4.3 39.9, 3.3 42.3, 3 42.4, -0.6 39.6
Ligurian Sea: 7.5 43.8, 9.4 43.02, 10.6 42.95, 10.3 44, 8.8 44.5
Tyrrhenian Sea: 9.4 43.02, 9.3 41.3, 9.7 39.1, 8.9 38.9, 12.4 37.95, 15.65 38.2, 16 40, 10.6 42.95
Adriatic Sea: 18.5 40.1, 19.4 40.4, 19.9 42, 13.6 46, 12.1 45.4, 13.5 43.4, 16 41.4
Ionian Sea: 18.5 40.1, 19.4 40.4, 21.3 38.4, 22.2 36.4, 15.1 36.7, 15.65 38.2, 16.6 39.5
Aegean Sea: 22.9 36.5, 23.6 35.6, 25 35.4, 26.3 35.3, 27.7 35.9, 28.2 36.6, 26.9 38.8, 26.2 40.05, 26 41, 22.6 40.9, 23 38
Sea of Marmara: 26.7 40.35, 29 40.3, 30 40.8, 29.1 41.1, 27.5 41
Mediterranean Sea: -5.6 36, -5.6 35.85, -2 35, 10 36.7, 10 33.5, 20 30.3, 32.5 31, 35 31.4, 36.3 36.9, 30 36.9, 27 37.5, 26.2 40, 22.5 40.8, 19.5 42, 13.5 45.9, 12 45.3, 15 41, 12 42.3, 8.7 44.5, 3 43.5, -0.5 39.5
Black Sea: 29.1 41.23, 31 41, 41.8 41, 41.8 42.5, 36.7 45.3, 33 46.3, 30 46.6, 27.4 42.7
Sea of Azov: 36.5 45.4, 39 46.5, 39.5 47.3, 35 46.4, 34.5 45.9, 35.4 45.3
Red Sea: 43.3 12.5, 43.6 13, 39 21.5, 35 28.1, 33.9 28, 32.4 30, 35 24, 37 20, 41.5 13
Gulf of Aden: 43.3 12.5, 45 13.2, 51.3 15.2, 51.3 11.8, 44 10.4, 42.9 11.5
Persian Gulf: 57 27.2, 56.4 26.35, 54.5 24, 50.5 24.5, 47.5 29.8, 49.5 30.6, 52 27.8
Gulf of Oman: 56.4 26.35, 57 27.2, 61.6 25.3, 59.8 22.5, 56.2 24.5
Arabian Sea: 61.6 25.3, 59.8 22.5, 51.3 15.2, 51.3 11.8, 73 -0.7, 74.3 14.8, 72.6 19, 72.7 21, 69 22.5
Laccadive Sea: 74.2 14.8, 73 7, 73.2 -0.7, 80.6 5.9, 79.2 8.9, 76.5 9
Bay of Bengal: 80.6 5.9, 95.3 5.7, 94.5 16.2, 91 22.6, 86.5 21.5, 80.2 15.5, 79.8 10.3
Andaman Sea: 95.3 5.7, 98.3 8, 98.8 16.5, 94.3 16, 92.8 12
Malacca Strait: 95.3 5.7, 98.3 8, 100.4 6, 103.5 1.3, 101.5 2
South China Sea: 103.5 1.3, 106 -3, 110 1.5, 117 7, 119.6 10.5, 120 15, 120.7 18.6, 120.8 21.9, 118 24.4, 109.8 21.4, 107 17.5, 109 12, 105 8.6
Gulf of Thailand: 102.2 6.2, 104.8 8.6, 104.6 10.4, 102.5 12.2, 100 13.6, 99.1 9.3
Java Sea: 106 -5.9, 114.5 -7.7, 116.3 -4, 110.2 -1.5, 106 -3
Flores Sea: 117 -8.4, 123 -8.3, 121.5 -5.6, 117.5 -5.6
Banda Sea: 123 -8.3, 131 -8, 132.8 -5.7, 126.5 -3.2, 123.2 -4
Celebes Sea: 117.9 4.2, 119 1, 124.8 1.5, 125.5 5.6, 122.1 7, 119.5 5.2
Sulu Sea: 117 7.1, 119.5 5.2, 122.1 7, 122.4 11, 119.6 11
Philippine Sea: 121.5 25, 122.2 18.5, 124.3 12.5, 126.5 7.5, 131 3, 138 9, 144.7 13.5, 142 27, 138.8 34.6, 131 31
East China Sea: 118.2 24.4, 121.5 25, 124 24.4, 128.2 26.7, 130.7 31, 129.8 33, 126.5 33.3, 121.9 31.7
Yellow Sea: 121.9 31.7, 126.5 33.3, 126.9 37.5, 124.5 40, 121 39, 119 37.4
Sea of Japan: 129.8 34.7, 131 33.9, 139.5 38, 141 41.5, 142 45.9, 141.5 51.5, 135.5 44, 129 41, 129 35.5
Sea of Okhotsk: 144.8 43.6, 156.7 51, 164 62, 142 59, 137 54, 142.2 46
Bering Sea: 162.8 57, 165 60, 179.9 63, 179.9 51.8, 170 53.5
Bering Sea: -179.9 51.8, -179.9 65, -172 65.8, -166 65.6, -158 59, -158.5 56, -164.5 54.6, -170 52.7
Gulf of Alaska: -163.4 54.7, -158 56.5, -150 61, -139.5 59.9, -136.5 58
Gulf of California: -109.9 22.9, -106.4 23.2, -112.5 29.5, -114.8 31.9, -114.4 29.9
Coral Sea: 142.2 -10.8, 153 -25, 163.5 -22, 168 -20, 166.5 -12, 160.5 -9.5, 150.9 -10.6, 146 -8.8
Solomon Sea: 150.9 -10.6, 160.5 -9.5, 154.7 -5.4, 152.2 -4.4, 147.5 -6
Arafura Sea: 131 -8, 138 -8.4, 142.2 -10.8, 136.8 -12.3, 131.5 -11.5
Timor Sea: 123.5 -10.3, 127.5 -8.3, 131 -8, 131.5 -11.5, 130.7 -12.6, 127 -14
Gulf of Carpentaria: 136.8 -12.3, 142.2 -10.8, 141.8 -17, 139.5 -17.9, 135.3 -15
Great Australian Bight: 118 -35, 144 -38.9, 140 -37.8, 136 -34.5, 131 -31.2, 124 -32.5
Tasman Sea: 153 -25, 150 -37.5, 146.8 -43.7, 166.5 -47, 170.5 -43.5, 172.7 -40.5, 172.9 -34.4, 168 -29
Bass Strait: 143.5 -38.9, 150 -37.5, 148.3 -40.9, 144.7 -40.8
Gulf of Guinea: -7.5 4.4, 5 6.5, 9.5 4.5, 9.6 1, 8.7 -0.7
Mozambique Channel: 40.5 -10.5, 49.2 -11.9, 44 -17, 43.5 -23, 45.1 -25.6, 32.8 -26.9, 35.5 -21, 40.7 -15
North Atlantic Ocean: -81 26, -75 38, -65.7 43.4, -52.7 47.5, -43.9 59.8, -24 66, -13.5 65, -3.2 58.6, -10 52, -4.9 48.2, -7.9 43.7, -9.5 38.7, -5.6 36, -17 21, -17 14, -7.5 4.4, 9.6 0, -50 0, -60.9 11.2, -59.4 13.2, -61.2 16.2, -65.6 18.4, -74 20.3
South Atlantic Ocean: -50 0, 9.6 0, 13.5 -8, 12.5 -16, 18.3 -33.9, 20 -34.9, 20 -60, -67.3 -60, -67.3 -55.9, -68 -53, -57 -35, -48 -26, -39 -16, -35 -8
Indian Ocean: 20 -34.9, 32.8 -26.9, 45.1 -25.6, 43.5 -23, 44 -17, 49.2 -11.9, 40.5 -10.5, 44 1, 51.3 11.8, 73 -0.7, 80.6 5.9, 95.3 5.7, 106 -6, 123.5 -10.3, 114 -22, 115 -34.5, 146.8 -43.7, 146.8 -60, 20 -60
North Pacific Ocean: -180 0, -80 0, -79.5 8.8, -84 9.8, -97 15.8, -106.4 20.5, -109.9 22.9, -117.2 32.5, -124.5 40, -125 48.4, -136.5 58, -163.4 54.7, -180 51.8
North Pacific Ocean: 180 0, 180 51.8, 165 54, 156.7 51, 144.8 43.6, 141 36, 138.8 34.6, 142 27, 144.7 13.5, 131 3, 131 0
South Pacific Ocean: -180 0, -80 0, -81 -5, -70.4 -18.4, -73.5 -37, -75.5 -47, -67.3 -55.9, -67.3 -60, -180 -60
South Pacific Ocean: 180 0, 180 -60, 146.8 -60, 146.8 -43.7, 166.5 -47, 170.5 -45.5, 178.5 -37.6, 172.9 -34.4, 168 -29, 168 -20, 166.5 -12, 160 -5, 150 0
Southern Ocean: -180 -60, 180 -60, 180 -85, -180 -85
Arctic Ocean: -180 72, -140 71, -120 78, -60 83, -12 81.5, 10 80, 60 81, 95 81, 140 76, 180 72, 180 90, -180 90
`;

/** Zones that crews are proud to have visited. */
const ZONES = `
Tropical Traveler: -180 -23.44, 180 -23.44, 180 23.44, -180 23.44
Club Alaska: -180 50.5, -140.8 50.5, -140.8 75, -180 75
Club Alaska: 151 50.5, 180 50.5, 180 75, 151 75
`;

let seas: readonly SeaArea[] | null = null;
let zones: readonly SeaArea[] | null = null;

/** The names of the seas that contain a position, smaller ones first. Meaningless on land. */
export function seasAt(latitude: number, longitude: number): readonly string[] {
  seas ??= read(OUTLINES);
  return namesAt(seas, latitude, longitude);
}

/** The names of the zones that contain a position. */
export function zonesAt(latitude: number, longitude: number): readonly string[] {
  zones ??= read(ZONES);
  return namesAt(zones, latitude, longitude);
}

function read(text: string): readonly SeaArea[] {
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", corners = ""] = line.split(": ");
      const outline = corners.split(", ").map((corner): Corner => {
        const [longitude, latitude] = corner.split(" ");
        return [Number(longitude), Number(latitude)];
      });
      const latitudes = outline.map(([, latitude]) => latitude);
      return { name, outline, south: Math.min(...latitudes), north: Math.max(...latitudes) };
    });
}

function namesAt(areas: readonly SeaArea[], latitude: number, longitude: number): readonly string[] {
  return areas
    .filter(({ outline, south, north }) => {
      return latitude >= south && latitude <= north && isInside(outline, latitude, longitude);
    })
    .map(({ name }) => name);
}

/** Counts the sides crossed by a line to the east: odd inside, even outside. */
export function isInside(outline: readonly Corner[], latitude: number, longitude: number): boolean {
  let inside = false;
  let [x, y] = outline.at(-1) ?? [0, 0];
  for (const [nextX, nextY] of outline) {
    const crosses = nextY > latitude !== y > latitude;
    if (crosses && longitude < nextX + ((x - nextX) * (latitude - nextY)) / (y - nextY)) inside = !inside;
    [x, y] = [nextX, nextY];
  }
  return inside;
}
