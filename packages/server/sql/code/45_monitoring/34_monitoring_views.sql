-- The vessel's measurements. Views of the newest row use the key (vessel_id, "time"), whatever the number of rows.

-- Measurements by the owner's keys, or else the usual ones.
create or replace view api.monitoring_view as
  select newest."time", now() - newest."time" > app.offline_after() as offline,
    coalesce(newest.metrics -> (keys.chosen ->> 'waterTemperatureKey'),
      newest.metrics -> 'environment.water.temperature')
      as watertemperature,
    coalesce(newest.metrics -> (keys.chosen ->> 'insideTemperatureKey'),
      newest.metrics -> 'environment.inside.temperature')
      as insidetemperature,
    coalesce(newest.metrics -> (keys.chosen ->> 'outsideTemperatureKey'),
      newest.metrics -> 'environment.outside.temperature')
      as outsidetemperature,
    coalesce(newest.metrics -> (keys.chosen ->> 'windSpeedKey'),
      newest.metrics -> 'environment.wind.speedOverGround', newest.metrics -> 'environment.wind.speedTrue')
      as windspeedoverground,
    coalesce(newest.metrics -> (keys.chosen ->> 'windDirectionKey'),
      newest.metrics -> 'environment.wind.directionGround')
      as winddirectionground,
    coalesce(newest.metrics -> (keys.chosen ->> 'insideHumidityKey'),
      newest.metrics -> 'environment.inside.relativeHumidity', newest.metrics -> 'environment.inside.humidity')
      as insidehumidity,
    coalesce(newest.metrics -> (keys.chosen ->> 'outsideHumidityKey'),
      newest.metrics -> 'environment.outside.relativeHumidity', newest.metrics -> 'environment.outside.humidity')
      as outsidehumidity,
    coalesce(newest.metrics -> (keys.chosen ->> 'outsidePressureKey'), newest.metrics -> 'environment.outside.pressure')
      as outsidepressure,
    coalesce(newest.metrics -> (keys.chosen ->> 'insidePressureKey'), newest.metrics -> 'environment.inside.pressure')
      as insidepressure,
    coalesce(newest.metrics -> (keys.chosen ->> 'stateOfChargeKey'),
      newest.metrics -> 'electrical.batteries.House.capacity.stateOfCharge')
      as batterycharge,
    coalesce(newest.metrics -> (keys.chosen ->> 'voltageKey'), newest.metrics -> 'electrical.batteries.House.voltage')
      as batteryvoltage,
    case when placed.latitude is not null then jsonb_build_object('type', 'Feature',
      'geometry', jsonb_build_object('type', 'Point',
        'coordinates', jsonb_build_array(placed.longitude, placed.latitude)),
      'properties', jsonb_build_object('name', v.name, 'latitude', placed.latitude, 'longitude', placed.longitude,
        'time', placed."time", 'speedoverground', newest.speedoverground,
        'windspeedapparent', newest.windspeedapparent, 'truewindspeed', wind.speed, 'truewinddirection', wind.direction,
        'status', newest.status)) end as geojson,
    v.name,
    coalesce(newest.metrics -> (keys.chosen ->> 'depthKey'), newest.metrics -> 'environment.depth.belowTransducer')
      as depth, newest.status, newest.speedoverground,
    newest.courseovergroundtrue, newest.windspeedapparent, newest.anglespeedapparent,
    coalesce(newest.metrics -> (keys.chosen ->> 'windDirectionKey'),
      newest.metrics -> 'environment.wind.directionTrue') as winddirectiontrue,
    app.live_feature(v.vessel_id) as live
  from app.vessels v
  cross join lateral app.newest_row(v.vessel_id) newest
  left join lateral (
    select m."time", m.latitude, m.longitude from app.metrics m
    where m.vessel_id = v.vessel_id and m.latitude is not null and m.longitude is not null
      and m."time" <= app.present_until()
    order by m."time" desc limit 1) placed on true
  cross join lateral (select app.measurement_keys(v.vessel_id) as chosen) keys
  cross join lateral app.true_wind(newest.metrics, keys.chosen) wind;
comment on view api.monitoring_view is
  'The newest usual measurements, in SI units; by the keys of metadata.configuration, else the usual ones.';
select app.describe('monitoring_view', $json${
  "time": "When it was measured, UTC.",
  "offline": "Whether the newest measurement is older than 70 minutes.",
  "watertemperature": "Water temperature, in kelvin.",
  "insidetemperature": "Temperature inside, in kelvin.",
  "outsidetemperature": "Temperature outside, in kelvin.",
  "windspeedoverground": "Wind speed over ground, else true wind speed, in metres per second.",
  "winddirectionground": "Wind direction over ground, in radians.",
  "insidehumidity": "Relative humidity inside, from 0 to 1.",
  "outsidehumidity": "Relative humidity outside, from 0 to 1.",
  "outsidepressure": "Air pressure outside, in pascal.",
  "insidepressure": "Air pressure inside, in pascal.",
  "batterycharge": "State of charge of the house battery, from 0 to 1.",
  "batteryvoltage": "Voltage of the house battery, in volts.",
  "geojson": "The newest known position, as a GeoJSON Feature.",
  "name": "Name of the vessel.",
  "depth": "Depth below the transducer, in metres.",
  "status": "Status reported by the vessel.",
  "speedoverground": "Speed over ground, in knots.",
  "courseovergroundtrue": "Course over ground, in degrees true.",
  "windspeedapparent": "Apparent wind speed, in knots.",
  "anglespeedapparent": "Apparent wind angle, in degrees, negative to port.",
  "winddirectiontrue": "True wind direction, in radians.",
  "live": "Where the vessel is, as GeoJSON: the open stay, or the line and newest position of the log under way."
}$json$);

-- As monitoring_view, with true wind under its later names, energy on board and all other measurements.
create or replace view api.monitoring_live as
  select live."time", live.offline, live.name, live.watertemperature, live.insidetemperature, live.outsidetemperature,
    coalesce(newest.metrics -> (keys.chosen ->> 'windSpeedKey'), newest.metrics -> 'environment.wind.speedTrue',
      newest.metrics -> 'environment.wind.speedOverGround') as windspeedoverground,
    coalesce(newest.metrics -> (keys.chosen ->> 'windDirectionKey'),
      newest.metrics -> 'environment.wind.directionTrue') as winddirectiontrue,
    live.insidehumidity, live.outsidehumidity, live.outsidepressure, live.insidepressure, live.batterycharge,
    live.batteryvoltage, live.depth,
    coalesce(newest.metrics -> (keys.chosen ->> 'solarPowerKey'),
      newest.metrics -> 'electrical.solar.Main.panelPower') as solarpower,
    coalesce(newest.metrics -> (keys.chosen ->> 'solarVoltageKey'),
      newest.metrics -> 'electrical.solar.Main.panelVoltage') as solarvoltage,
    coalesce(newest.metrics -> (keys.chosen ->> 'tankLevelKey'), newest.metrics -> 'tanks.fuel.0.currentLevel')
      as tanklevel,
    live.status, live.speedoverground, live.courseovergroundtrue, live.windspeedapparent, live.anglespeedapparent,
    live.geojson, newest.metrics as data, live.live, app.pressure_history(v.vessel_id) as outsidepressurehistory
  from app.vessels v
  cross join lateral app.newest_row(v.vessel_id) newest
  cross join lateral (select app.measurement_keys(v.vessel_id) as chosen) keys
  cross join api.monitoring_view live
  where v.vessel_id = app.current_vessel();
comment on view api.monitoring_live is
  'The newest measurements with the energy on board and everything else, in SI units; by the keys of '
  'metadata.configuration, else the usual ones.';
select app.describe('monitoring_live', $json${
  "time": "Time of the newest measurement, UTC.",
  "offline": "Whether it is older than 70 minutes.",
  "name": "Name of the vessel.",
  "watertemperature": "Water temperature, in kelvin.",
  "insidetemperature": "Temperature inside, in kelvin.",
  "outsidetemperature": "Temperature outside, in kelvin.",
  "windspeedoverground": "True wind speed, else wind speed over ground, in m/s.",
  "winddirectiontrue": "True wind direction, in radians.",
  "insidehumidity": "Relative humidity inside, as a ratio from 0 to 1.",
  "outsidehumidity": "Relative humidity outside, as a ratio from 0 to 1.",
  "outsidepressure": "Air pressure outside, in pascal.",
  "insidepressure": "Air pressure inside, in pascal.",
  "batterycharge": "State of charge of the house battery, as a ratio from 0 to 1.",
  "batteryvoltage": "Voltage of the house battery, in volts.",
  "depth": "Depth below the transducer, in metres.",
  "solarpower": "Power of the solar panel, in watts.",
  "solarvoltage": "Voltage of the solar panel, in volts.",
  "tanklevel": "Level of the first fuel tank, as a ratio from 0 to 1.",
  "status": "Status of the vessel.",
  "speedoverground": "Speed over ground, in knots.",
  "courseovergroundtrue": "Course over ground, in degrees true.",
  "windspeedapparent": "Apparent wind speed, in knots.",
  "anglespeedapparent": "Apparent wind angle, in degrees, negative to port.",
  "geojson": "Last position as a GeoJSON feature.",
  "data": "The whole newest measurement, in SI units.",
  "live": "Where the vessel is, as GeoJSON: the open stay, or the line and newest position of the log under way.",
  "outsidepressurehistory": "Means of 10 minutes of the air pressure over the last 6 hours, in pascal, oldest first."
}$json$);

create or replace view api.monitoring_view2 as
  select e.key, e.value
  from app.vessels v
  cross join lateral app.newest_row(v.vessel_id) newest
  cross join lateral jsonb_each(case jsonb_typeof(newest.metrics) when 'object' then newest.metrics end) e
  order by e.key;
comment on view api.monitoring_view2 is 'Every key of the newest measurement, with its value.';
select app.describe('monitoring_view2', $json${
  "key": "Path of the measurement.", "value": "Its newest value, in SI units."
}$json$);

create or replace view api.metrics_explore_view as
  select newest."time", e.key, e.value
  from app.vessels v
  cross join lateral app.newest_row(v.vessel_id) newest
  cross join lateral jsonb_each(case jsonb_typeof(newest.metrics) when 'object' then newest.metrics end) e
  order by e.key;
comment on view api.metrics_explore_view is 'Every key of the newest measurement, with its value and time.';
select app.describe('metrics_explore_view', $json${
  "time": "Time of the newest measurement, UTC.",
  "key": "What was measured.",
  "value": "Its value, in SI units."
}$json$);

grant select on api.monitoring_view, api.monitoring_view2, api.monitoring_live, api.metrics_explore_view
  to user_role, vessel_role, admin_role;
