import { z } from 'zod'
import { changes, idParams, owns, reads, route } from './route.ts'

/** So much clean speech of somebody is enough to remember the voice. */
export const enoughSpeechSeconds = 10

/** What a person says when they remember a voice; kept with it. */
export const consentWords = (name: string): string =>
  `${name} has been told that a print of this voice is kept on this appliance, so that their name can be suggested in later meetings, and has agreed to it. It can be deleted in Settings at any time.`

/** A voice print: biometric data, kept with the consent of whom it is of. The print itself never leaves the appliance. */
export const knownVoice = z.object({
  id: z.number(),
  name: z.string(),
  rememberedAt: z.string(),
  /** Null: that person is gone. */
  rememberedBy: z.string().nullable(),
  /** Null: the meeting has been deleted. */
  recordingId: z.number().nullable(),
  meeting: z.string().nullable(),
  consent: z.string(),
  /** What made the print. */
  model: z.string(),
  /** Made with the model that is in use; prints of others are not compared. */
  usable: z.boolean(),
  cleanSeconds: z.number(),
})
export type KnownVoice = z.infer<typeof knownVoice>

/** Whether voices are remembered and recognised on this appliance, and whose are. */
export const listVoices = route({
  method: 'GET',
  path: '/api/voices',
  access: 'person',
  response: z.object({ on: z.boolean(), voices: z.array(knownVoice) }),
})
export type VoicesAnswer = z.infer<typeof listVoices.response>

/** Off: nothing is remembered or compared; what is there stays unless it is to be deleted. */
export const switchVoices = route({
  method: 'PUT',
  path: '/api/voices',
  body: z.object({ on: z.boolean(), deleteAll: z.boolean().default(false) }),
  response: listVoices.response,
  access: 'administrator',
})

/** 404: it is not there. */
export const forgetVoice = route({
  method: 'DELETE',
  path: '/api/voices/:id',
  access: owns('voice'),
  params: idParams,
  response: z.object({ success: z.literal(true) }),
})

/** What keeps a speaker's voice from being remembered. */
export const voiceObstacles = ['unconfirmed', 'too_little', 'no_voice', 'no_sound'] as const

/** Of the current version's speakers, whose voice can be remembered; nobody's while it is off. */
export const recordingVoices = route({
  method: 'GET',
  path: '/api/recordings/:id/voices',
  access: reads('recording'),
  params: idParams,
  response: z.object({
    on: z.boolean(),
    speakers: z.array(
      z.object({
        label: z.string(),
        cleanSeconds: z.number(),
        obstacle: z.enum(voiceObstacles).nullable(),
        /** The voice that was remembered from this speaker. */
        rememberedId: z.number().nullable(),
      }),
    ),
  }),
})
export type RecordingVoices = z.infer<typeof recordingVoices.response>

/** The print is made now, from the sound. 409 `voices_off`, `voice_not_clear` (with the reason). */
export const rememberVoice = route({
  method: 'POST',
  path: '/api/recordings/:id/voices',
  access: changes('recording'),
  params: idParams,
  body: z.object({
    label: z.string().trim().min(1).max(200),
    /** Whose voice it is said to be: 409 `stale_version` when the speaker has another name by now. */
    name: z.string().trim().min(1).max(200),
    /** The person has asked, and whoever it is has agreed. */
    agreed: z.literal(true),
  }),
  response: knownVoice,
})
