/**
 * The models that come along hear real people: only what is transcribed again once a larger one is there still knows that
 * it came from them.
 */
export const bundledModels = `
ALTER TABLE transcript RENAME COLUMN demo TO bundled;
ALTER TABLE recording RENAME COLUMN transcript_demo TO transcript_bundled;
ALTER TABLE live_segment RENAME COLUMN demo TO bundled;
ALTER TABLE diarisation RENAME COLUMN demo TO bundled;
ALTER TABLE known_voice DROP COLUMN demo;
ALTER TABLE minutes DROP COLUMN demo;
ALTER TABLE search_source DROP COLUMN demo;
ALTER TABLE action DROP COLUMN demo;
`
