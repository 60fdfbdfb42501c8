import type Router from '@koa/router'
import { deleteForGood, listBin, restoreRecording } from '#contract/meetings.ts'
import * as contract from '#contract/recordings.ts'
import type { Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { Paths } from '../files/paths.ts'
import { sendFile, sendGrowing } from '../http/range.ts'
import { mount, type Handlers } from '../http/routes.ts'
import { receiveUpload } from '../http/upload.ts'
import type { Conversions } from './conversions.ts'
import { mediaType } from './media.ts'
import type { SampleMeeting } from './sample.ts'
import { said } from './consent-notice.ts'
import { titleFromFileName, type RecordingsService } from './service.ts'

type Deps = {
  db: Db
  paths: Paths
  recordings: RecordingsService
  conversions: Conversions
  sample: SampleMeeting
}

export function recordingRoutes(router: Router, deps: Deps): void {
  listRoutes(router, deps)
  soundRoutes(router, deps)
  binRoutes(router, deps)
}

/** New ones, and what is said of them. */
function listRoutes(router: Router, { db, paths, recordings, sample }: Deps): void {
  const { listRecordings, uploadRecording, importSample, createRecording } = contract
  const { getRecording, updateRecording, putDuration, deleteRecording } = contract
  const routes = {
    ...{ listRecordings, uploadRecording, importSample, createRecording },
    ...{ getRecording, updateRecording, putDuration, deleteRecording },
  }
  const handlers: Handlers<typeof routes> = {
    listRecordings: async ({ params, query, person, ctx }) => {
      // 1 means whoever is signed in: the client acts as one fixed user.
      if (params.userId !== 1 && params.userId !== person.id)
        throw new AppError('not_found', 'There is no such person.')
      const { recordings: page, next } = await recordings.page(db.read, query)
      if (next) ctx.set('X-Next-Cursor', next)
      return page
    },

    uploadRecording: async ({ ctx, person }) => {
      const may = (announced: number): Promise<void> => recordings.requireQuota(person.id, announced)
      const upload = await receiveUpload(ctx, { paths, fileField: 'audio', may })
      try {
        if (!upload.file) throw new AppError('invalid_input', 'Please select a file and enter a title')
        const recording = await recordings.keep({
          ...upload.file,
          // A title that is there but blank is an error; scripts that send none get the file's name.
          title: upload.fields.title ?? titleFromFileName(upload.file.name),
          personId: person.id,
          source: 'upload',
        })
        return { recording, id: recording.id }
      } finally {
        await upload.discard()
      }
    },

    importSample: async ({ person }) => {
      const recording = await sample.import(person.id)
      return { recording, id: recording.id }
    },

    createRecording: async ({ body, person }) => {
      const recording = await recordings.create({
        title: body.title,
        personId: person.id,
        source: body.sourceType ?? 'recorder',
        heldAt: body.meetingDate ?? null,
        peopleTold: body.sourceType ? null : (body.peopleTold ?? null),
        meetingId: body.meetingId ?? null,
        restOf: body.sourceType ? null : (body.restOf ?? null),
      })
      return { recording, id: recording.id }
    },

    getRecording: ({ params }) => recordings.get(db.read, params.id),
    updateRecording: ({ params, body: { peopleTold, ...changes }, person }) => {
      const told = peopleTold === undefined ? undefined : said(peopleTold, person.id)
      return recordings.change(params.id, { ...changes, ...(told && { told }) }, person.id)
    },
    putDuration: ({ params, body }) => recordings.change(params.id, { duration: body.duration }),

    deleteRecording: async ({ params }) => {
      await recordings.remove(params.id)
      return { success: true }
    },
  }
  mount(router, routes, handlers)
}

/** To play and to keep. */
function soundRoutes(router: Router, { db, recordings, conversions }: Deps): void {
  const { getAudio, downloadOriginal, convertToWav, convertToMp3 } = contract
  const routes = { getAudio, downloadOriginal, convertToWav, convertToMp3 }
  mount(router, routes, {
    getAudio: async ({ params, query, ctx }) => {
      const sound = await recordings.sound(db.read, params.id)
      if (query.download === 'true') {
        const wav = await conversions.convert(sound, 'wav')
        return sendFile(ctx, wav.path, { type: wav.type, downloadAs: `${sound.title}.wav` })
      }
      if (query.repair === 'true') {
        const copy = await conversions.repair(sound, sound.row.audio_format ?? '')
        return sendFile(ctx, copy.path, { type: copy.type })
      }
      return sendFile(ctx, sound.original, { type: mediaType(sound.row.audio_format ?? '') })
    },

    downloadOriginal: async ({ params, ctx }) => {
      const sound = await recordings.sound(db.read, params.id)
      const extension = sound.row.audio_format ?? 'audio'
      return sendFile(ctx, sound.original, {
        type: mediaType(extension),
        downloadAs: `${sound.title}.${extension}`,
      })
    },

    convertToWav: async ({ params, ctx }) => {
      const sound = await recordings.sound(db.read, params.id)
      const wav = await conversions.convert(sound, 'wav')
      return sendFile(ctx, wav.path, { type: wav.type, downloadAs: `${sound.title}.wav` })
    },

    convertToMp3: async ({ params, ctx }) => {
      const sound = await recordings.sound(db.read, params.id)
      // Whoever wants a part of it, or its size, waits until it is whole.
      const all = ctx.method === 'GET' && /^(bytes=0-)?$/.test(ctx.get('Range'))
      const growing = all ? await conversions.mp3WhileMade(sound) : null
      if (growing) return sendGrowing(ctx, growing, { type: 'audio/mpeg', downloadAs: `${sound.title}.mp3` })
      const mp3 = await conversions.convert(sound, 'mp3')
      return sendFile(ctx, mp3.path, { type: mp3.type, downloadAs: `${sound.title}.mp3` })
    },
  } satisfies Handlers<typeof routes>)
}

function binRoutes(router: Router, { recordings }: Deps): void {
  const routes = { listBin, restoreRecording, deleteForGood }
  mount(router, routes, {
    listBin: () => recordings.bin(),
    restoreRecording: async ({ params }) => {
      await recordings.restore(params.id)
      return { success: true }
    },
    deleteForGood: async ({ params }) => {
      await recordings.removeForGood(params.id)
      return { success: true }
    },
  } satisfies Handlers<typeof routes>)
}
