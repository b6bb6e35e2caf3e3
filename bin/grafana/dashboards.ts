/** The dashboards that come with Wakelog. */
import type { Sketch } from "./dashboard.ts";
import { geomap, type Shown, stat, timeSeries } from "./panels.ts";
import { linesLike, linesOf, newestOf } from "./readings.ts";
import { SERVER } from "./server.ts";

const KNOTS = "velocityknot";
const SI_TO_KNOTS = "mean * 3600 / 1852";
const TO_CELSIUS = "mean - 273.15";
const NAUTICAL_MILES = "suffix: nm";

/** A figure of the logs that began within the dashboard's time. */
function ofLogs(title: string, description: string, unit: string, figure: string): Shown {
  const sql = `select ${figure} as value\nfrom grafana.logs\nwhere vessel = '$vessel' and $__timeFilter(started)`;
  return { title, description, unit, query: { format: "table", sql } };
}

const NAVIGATION: Sketch = {
  name: "navigation",
  title: "navigation",
  description: "Where the boat was, how fast, and how far.",
  source: "postgres",
  panels: [
    geomap({
      title: "Track",
      description: "At most 2000 positions of the time that is shown.",
      unit: "none",
      shape: "route",
      query: {
        format: "table",
        sql: [
          "select time, latitude, longitude, speed_kn, wind_kn",
          "from grafana.track('$vessel', $__timeFrom(), $__timeTo(), 2000)",
          "order by time",
        ].join("\n"),
      },
    }),
    geomap({
      title: "Stays",
      description: "Where the boat stayed, for how many hours.",
      unit: "none",
      shape: "markers",
      query: {
        format: "table",
        sql: [
          "select arrived as time, place, kind, hours, latitude, longitude",
          "from grafana.stays",
          "where vessel = '$vessel' and arrived <= $__timeTo() and coalesce(departed, now()) >= $__timeFrom()",
        ].join("\n"),
      },
    }),
    stat(ofLogs("Logs", "Finished logs that began in this time.", "none", "count(*)")),
    stat(ofLogs("Distance", "Of these logs.", NAUTICAL_MILES, "sum(distance_nm)")),
    stat(ofLogs("Under way", "Of these logs.", "h", "sum(hours)")),
    stat(ofLogs("Fastest", "The greatest speed over ground of these logs.", KNOTS, "max(max_speed_kn)")),
    stat(ofLogs("Strongest wind", "The greatest apparent wind of these logs.", KNOTS, "max(max_wind_kn)")),
    stat({
      title: "Newest position",
      description: "When the boat sent it.",
      unit: "dateTimeAsLocal",
      query: {
        format: "table",
        sql: "select extract(epoch from time) * 1000 as value from grafana.newest_position('$vessel')",
      },
    }),
    timeSeries({
      title: "Speed over ground",
      description: "Means of each step.",
      unit: KNOTS,
      query: linesOf([{ key: "speed", name: "Speed over ground" }], SI_TO_KNOTS),
    }),
    timeSeries({
      title: "Distance of each day",
      description: "Of the logs that began on that day, UTC.",
      unit: NAUTICAL_MILES,
      bars: true,
      query: {
        format: "time_series",
        sql: [
          `select $__timeGroupAlias(started, '1d'), sum(distance_nm) as "Distance"`,
          "from grafana.logs",
          "where vessel = '$vessel' and $__timeFilter(started)",
          "group by 1 order by 1",
        ].join("\n"),
      },
    }),
    timeSeries({
      title: "Depth",
      description: "Below the transducer.",
      unit: "lengthm",
      query: linesOf([{ key: "depth", name: "Depth" }]),
    }),
  ],
};

const WEATHER: Sketch = {
  name: "weather",
  title: "weather",
  description: "Wind, pressure, temperatures and humidity on board.",
  source: "postgres",
  panels: [
    stat({
      title: "Wind",
      description: "True, or apparent where there is none.",
      unit: KNOTS,
      query: newestOf("wind", SI_TO_KNOTS),
    }),
    stat({
      title: "Pressure",
      description: "Outside.",
      unit: "pressurehpa",
      query: newestOf("pressure", "mean / 100"),
    }),
    stat({
      title: "Outside",
      description: "Temperature.",
      unit: "celsius",
      query: newestOf("outside_temperature", TO_CELSIUS),
    }),
    stat({
      title: "Water",
      description: "Temperature.",
      unit: "celsius",
      query: newestOf("water_temperature", TO_CELSIUS),
    }),
    timeSeries({
      title: "Wind",
      description: "True, or apparent where there is none: means of each step.",
      unit: KNOTS,
      query: linesOf([{ key: "wind", name: "Wind" }], SI_TO_KNOTS),
    }),
    timeSeries({
      title: "Pressure",
      description: "A fall of three hectopascals in three hours is worth a look at the forecast.",
      unit: "pressurehpa",
      query: linesOf([{ key: "pressure", name: "Outside" }], "mean / 100"),
    }),
    timeSeries({
      title: "Temperatures",
      description: "Outside, inside, and of the water.",
      unit: "celsius",
      query: linesOf(
        [
          { key: "outside_temperature", name: "Outside" },
          { key: "inside_temperature", name: "Inside" },
          { key: "water_temperature", name: "Water" },
        ],
        TO_CELSIUS,
      ),
    }),
    timeSeries({
      title: "Humidity",
      description: "Relative.",
      unit: "percentunit",
      range: [0, 1],
      query: linesOf([
        { key: "outside_humidity", name: "Outside" },
        { key: "inside_humidity", name: "Inside" },
      ]),
    }),
  ],
};

const ELECTRICAL: Sketch = {
  name: "electrical",
  title: "electrical",
  description: "Batteries, and what charges them.",
  source: "postgres",
  panels: [
    stat({ title: "House battery", description: "Voltage.", unit: "volt", query: newestOf("voltage") }),
    stat({
      title: "Charge",
      description: "Of the house battery.",
      unit: "percentunit",
      query: newestOf("charge"),
    }),
    timeSeries({
      title: "Voltages",
      description: "Of every battery and every other thing that has one.",
      unit: "volt",
      query: linesLike("electrical.%.voltage"),
    }),
    timeSeries({
      title: "Charge",
      description: "Of the house battery.",
      unit: "percentunit",
      range: [0, 1],
      query: linesOf([{ key: "charge", name: "House battery" }]),
    }),
    timeSeries({
      title: "Currents",
      description: "Into batteries; out of them below zero.",
      unit: "amp",
      query: linesLike("electrical.%.current"),
    }),
    timeSeries({
      title: "Solar power",
      description: "Of each panel.",
      unit: "watt",
      query: linesLike("electrical.solar.%.panelPower"),
    }),
  ],
};

const TANKS: Sketch = {
  name: "tanks",
  title: "tanks",
  description: "Fuel, fresh water and waste water.",
  source: "postgres",
  panels: [
    stat({
      title: "Fuel",
      description: "In the emptiest tank.",
      unit: "percentunit",
      query: newestOf("fuel"),
    }),
    stat({
      title: "Fresh water",
      description: "In the emptiest tank.",
      unit: "percentunit",
      query: newestOf("fresh_water"),
    }),
    stat({
      title: "Waste water",
      description: "In the fullest tank.",
      unit: "percentunit",
      query: newestOf("waste_water"),
    }),
    timeSeries({
      title: "Fuel",
      description: "Of each tank.",
      unit: "percentunit",
      range: [0, 1],
      query: linesLike("tanks.fuel.%.currentLevel"),
    }),
    timeSeries({
      title: "Fresh water",
      description: "Of each tank.",
      unit: "percentunit",
      range: [0, 1],
      query: linesLike("tanks.freshWater.%.currentLevel"),
    }),
    timeSeries({
      title: "All tanks",
      description: "Of each tank.",
      unit: "percentunit",
      range: [0, 1],
      query: linesLike("tanks.%.currentLevel"),
    }),
  ],
};

const ENGINE: Sketch = {
  name: "engine",
  title: "engine",
  description: "What the engines say of themselves.",
  source: "postgres",
  panels: [
    timeSeries({
      title: "Revolutions",
      description: "A minute.",
      unit: "rotrpm",
      query: linesLike("propulsion.%.revolutions", "mean * 60"),
    }),
    timeSeries({
      title: "Temperatures",
      description: "Of coolant, oil and exhaust.",
      unit: "celsius",
      query: linesLike("propulsion.%emperature", TO_CELSIUS),
    }),
    timeSeries({
      title: "Oil pressure",
      description: "Above the air's.",
      unit: "pressurehpa",
      query: linesLike("propulsion.%.oilPressure", "mean / 100"),
    }),
    timeSeries({
      title: "Hours run",
      description: "Since each engine was new.",
      unit: "h",
      query: linesLike("propulsion.%.runTime", "mean / 3600"),
    }),
  ],
};

export const DASHBOARDS: readonly Sketch[] = [NAVIGATION, WEATHER, ELECTRICAL, TANKS, ENGINE, SERVER];
