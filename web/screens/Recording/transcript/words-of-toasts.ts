/** The specification's words for what more than one editor says. */
export const emptyTranscript = {
  title: 'Transcript cannot be empty',
  description: 'Please enter some text for the transcript or cancel editing',
  destructive: true,
} as const

export const notSaved = {
  title: 'Error saving transcript',
  description: 'An error occurred while saving. Please try again.',
  destructive: true,
} as const
