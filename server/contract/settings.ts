import { z } from 'zod'
import { route } from './route.ts'

/** A person's own settings; the names and defaults of the specification's table first, ours after them. */
export const settings = z.object({
  enableDarkMode: z.boolean().default(false),
  emailNotifications: z.boolean().default(true),
  dailyDigest: z.boolean().default(true),
  secondaryEmailNotifications: z.boolean().default(false),
  smsReminders: z.boolean().default(false),
  googleCalendarSync: z.boolean().default(true),
  outlookCalendarSync: z.boolean().default(false),
  enableAudioVisualizer: z.boolean().default(true),
  autosaveTranscripts: z.boolean().default(true),
  speakerDiarization: z.boolean().default(true),
  /** Light, dark, or as the system; the specification's switch sets light or dark. */
  theme: z.enum(['light', 'dark', 'system']).default('light'),
  /** 3 April 2026 and 24-hour time. */
  britishDates: z.boolean().default(false),
  /** The person has been asked how dates are to be written. */
  datesAsked: z.boolean().default(false),
  autoGenerateSummary: z.boolean().default(true),
  /** Shown before a meeting is recorded, to be read out. */
  recordingNotice: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .default(
      'This meeting is being recorded, and a transcript is made of it. Sound and text stay on a machine inside our company. Please say so now if you do not agree.',
    ),
  phoneNumber: z.string().trim().max(40).default(''),
})
export type Settings = z.infer<typeof settings>

/** What this appliance cannot do (yet), by setting: a sentence for the person. The switch stands greyed beside it. */
export const settingsAnswer = z.object({
  settings,
  unavailable: z.partialRecord(settings.keyof(), z.string()),
})

export const getSettings = route({
  method: 'GET',
  path: '/api/me/settings',
  access: 'person',
  response: settingsAnswer,
})
export const putSettings = route({
  method: 'PUT',
  path: '/api/me/settings',
  access: 'person',
  /** Only what changes. */
  body: settings.partial(),
  response: settingsAnswer,
})
