const minute = 60_000
const hour = 60 * minute

/** When a recording that nobody closes becomes one all the same, and how long what it came in is kept after that. */
export const silenceTimeouts = {
  lapsesMs: 10 * minute,
  /** One that nobody has come back to since a start, counted from that start: while we were away nobody could. */
  lapsesAtBootMs: 2 * minute,
  /** Its recorder may only be without a line: until it would lapse anyway, it is not deleted unless it was finished. */
  deletableMs: 10 * minute,
  keptMs: 7 * 24 * hour,
  /** What comes late is taken to be all of it when nothing more has come for so long, unless its page says so before. */
  settlesMs: 20_000,
  neverBegunMs: 24 * hour,
}
