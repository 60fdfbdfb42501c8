/**
 * Resumable uploads (tus 1.0) of media files, beside the specified multipart call. Metadata: filename, filetype, title.
 * The answer to the last PATCH has a header `X-Recording-Id`.
 */
export const resumableUploadsPath = '/api/uploads'
