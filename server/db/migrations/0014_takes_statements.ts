/**
 * Where a second take begins that overlaps the one before in time (JSON of [at, length] in milliseconds, as `gaps`). And
 * each statement whether those present were told (JSON, see recordings/consent-notice.ts); the columns beside it keep the last one.
 * That nobody said anything was kept as "no, said whoever began it": the statement is taken back where it was made at once.
 */
export const takesStatements = `
ALTER TABLE recording ADD COLUMN takes TEXT NOT NULL DEFAULT '[]';
ALTER TABLE recording ADD COLUMN told TEXT NOT NULL DEFAULT '[]';
UPDATE recording SET told_by = NULL, told_at = NULL
  WHERE people_told = 0 AND told_at IS NOT NULL AND abs(julianday(told_at) - julianday(created_at)) * 86400 < 5;
UPDATE recording SET told = json_array(json_array(people_told, told_by, told_at)) WHERE told_at IS NOT NULL;
`
