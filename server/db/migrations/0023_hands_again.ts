/**
 * What 0021 took for granted of minutes that people had edited (of those before it `held` is empty). Where no statement was
 * left the words are the person's, whatever stood there before. And whoever brought a version back, or dropped what was to be
 * checked, has edited nothing: that was whoever made the first version of these words, where anybody knows.
 */
export const handsAgain = `
UPDATE minutes SET written_by = NULL WHERE origin = 'edit' AND lines = '[]';
UPDATE minutes SET edited_by = (
  SELECT earlier.person_id FROM minutes AS earlier
  WHERE earlier.recording_id = minutes.recording_id AND earlier.origin = 'edit' AND earlier.markdown = minutes.markdown
  ORDER BY earlier.version LIMIT 1
)
WHERE origin = 'edit' AND held IS NULL;
`
