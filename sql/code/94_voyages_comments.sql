-- What the views and procedures about voyages and corrections show and do.
comment on view api.voyages_view is 'Voyages: finished logs that follow each other after short stops, as one, newest first.';
comment on view api.review_view is 'What waits for a decision by review_fn: finished logs whose confidence is below 0.6, and gaps: silences that no log covers.';
comment on view api.edits_view is 'What people said about the logbook, newest first; undo_edit_fn takes one back by its id.';

select app.describe('voyages_view', $json${
  "id": "Number of the voyage: that of its first log.",
  "name": "Name of the only log, or first and last place of several.",
  "from": "Place of the first departure.",
  "to": "Place of the last arrival.",
  "started": "First departure, UTC.",
  "ended": "Last arrival, UTC.",
  "distance": "Distance of all logs, in nautical miles.",
  "duration": "From the first departure to the last arrival, stops included (ISO 8601).",
  "legs": "Number of logs.",
  "stops": "Number of stops on the way: between the logs, and pauses within them."
}$json$);
select app.describe('review_view', $json${
  "id": "Number of the log, or of the gap.",
  "name": "Name of the log; of a gap, the places at its two ends.",
  "kind": "doubt: a log with a doubtful end. unrecorded: a passage during which nothing was recorded for more than a day. relocation: the vessel was seen again in a place that it cannot have sailed to.",
  "distance": "Distance of the log, or across the gap in a straight line, in nautical miles.",
  "doubt": "Which boundary of a log is doubtful: departure, arrival or both; null for a gap.",
  "confidence": "How sure the boundaries of a log are, from 0 to 1; null for a gap.",
  "reasons": "Why the log begins and ends where it does, or what is known of the gap, in words.",
  "decisions": "Decisions that review_fn takes for this entry: some of keep, join, split, delete.",
  "join_with": "Number of the log that join would join it with: the nearest on the doubtful side within 12 hours; null if there is none.",
  "split_at": "Instant at which split would split it, UTC: the middle of the longest gap or pause; null if there is none.",
  "started": "Departure, UTC.",
  "ended": "Arrival, UTC.",
  "from": "Place of departure.",
  "to": "Place of arrival."
}$json$);
select app.describe('edits_view', $json${
  "id": "Number of the edit.",
  "kind": "What was said: split, join, delete, keep (right as it is), stay (facts of a stay) or draw (a log by hand).",
  "started": "Beginning of the span of time that it is about, UTC.",
  "ended": "End of the span, UTC.",
  "facts": "What else was said: a JSON object with positions (degrees), stayCode, arrived and departed (milliseconds since 1970 UTC), log (whose number the joined log, or the earlier part of a split one, keeps).",
  "made_at": "When it was said, UTC.",
  "made_by": "Who said it.",
  "undone": "Whether it was taken back.",
  "undone_at": "When it was taken back, UTC."
}$json$);

select app.describe_procedures($json${
  "merge_logbook_fn": "Joins two logs and everything between them to one, which keeps the number and the words of the earlier one. Answers {edit, logs}: the number of the edit and the logs of the span now; null if either log is unknown to the caller.",
  "split_logbook_fn": "Splits a log at an instant within it. Answers {edit, logs}: the number of the edit and both logs, the earlier part under the old number; null if the log is unknown to the caller.",
  "delete_logbook_fn": "Says that a log was not a trip: it goes, and the stays around it become one. True if there was such a log.",
  "undo_edit_fn": "Takes an edit back, by its number in edits_view: rows come back with their numbers and words. True if the edit was in force.",
  "review_fn": "Decides about an entry of review_view. A log: keep, join, split or delete. An unrecorded passage: keep makes it a log drawn straight across, delete dismisses it. A relocation: keep and delete both take it off the list. Answers {edit, logs}: the number of the edit and the logs of the span now; null if there is nothing to decide.",
  "refold_fn": "Finds the vessel's logs and stays again from its measurements since from_time, or since the first one. True when it is done.",
  "detector_settings_fn": "The thresholds by which logs are found. Answers {settings, thresholds}: what the vessel set, and of each threshold its name, value, default, minimum, maximum and the reason for it.",
  "update_detector_settings_fn": "Changes thresholds and finds the logs again: settings is an object of values, null for the default; what is not in it stays. Answers as detector_settings_fn does; 400 names each unknown name and each value out of range.",
  "preview_fold_fn": "What update_detector_settings_fn would change, with nothing written. Answers {added, removed, changed, unchanged}: logs with {id, name, started, ended, before}, before being the old times of a changed one, and how many stay. With from_time only what begins about then and later is looked at."
}$json$);
