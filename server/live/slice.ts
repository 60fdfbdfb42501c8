import type { AccessService } from '../meetings/service.ts'
import { createLiveEngine, type LiveEngine } from '../processes/live-engine.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { Ports, Slice } from '../slice.ts'
import { modelForLive } from '../speech/live-model.ts'
import type { StoredCaptions, TermsService, TranscriptsService } from '../transcripts/service.ts'
import { createAccuratePass } from './captions/accurate-pass.ts'
import { createFeed } from './captions/feed.ts'
import { createLiveTranscription } from './captions/live-transcription.ts'
import { createSounds, type LiveSounds } from './capture/decoded-sounds.ts'
import { createSessions, type Sessions } from './capture/recorder-session.ts'
import { startRounds } from './finish/rounds.ts'
import { createSpokenNotes } from './notes.ts'
import { liveRoutes } from './routes.ts'
import { createLive, type LiveService } from './service.ts'

export type LiveServices = {
  live: LiveService
  /** The decoded sound of recordings under way; in the server's process alone. */
  sounds: LiveSounds
  sessions: Sessions
  liveEngine: LiveEngine
}

type Needs = Ports & {
  access: AccessService
  recordings: RecordingsService
  transcripts: TranscriptsService
  terms: TermsService
  storedCaptions: StoredCaptions
}

/** Recordings as they are made: their sound, their live text, and how they end. */
export function createLiveSlice(core: Needs): Slice<LiveServices> {
  const { config, db, ffmpeg, hooks, log, models, paths, recordings, terms, transcripts } = core
  const sounds = createSounds({ ffmpeg, keepBreaks: recordings.keepBreaks, log })
  const live = createLive({ db, recordings, ffmpeg, log, watch: [sounds.watch], heard: sounds.heard })
  const feed = createFeed()
  const liveEngine = createLiveEngine({
    ...{
      engineDir: config.engineDir,
      runDir: paths.run,
      log,
      remoteUrl: config.liveUrl,
      remoteModel: config.remoteModel,
      speechKey: config.speechKey,
    },
    model: async () =>
      config.liveModel
        ? models.find(config.liveModel)
        : modelForLive(await models.list(), await models.active(db.read), config.language),
  })
  const captions = createLiveTranscription({
    ...{ engine: liveEngine, feed, keep: core.storedCaptions, expect: terms.promptFor },
    ...{ language: config.language, appRoot: config.appRoot, log },
  })
  const notes = createSpokenNotes({ engine: liveEngine, ffmpeg, language: config.language })
  sounds.onOpen(captions.follow)
  sounds.onOpen(createAccuratePass({ transcripts, log, onTime: () => !captions.isLate() }))
  const sessions = createSessions({
    ...{ live, feed, version: config.version, log },
    mayRecord: (person, id) => core.access.need(person, 'own', 'recording', id),
    mayListen: async (person, id) =>
      (await core.access.standing(db.read, person, 'recording', id)) !== 'hidden',
    keepProcessingOptions: (id, wanted) => recordings.setProcessingOptions(db.write, id, wanted),
    words: {
      soFar: captions.soFar,
      withoutWords() {
        captions.prepare()
        return liveEngine.whyNot()
      },
      requireRecording: async (id) => void (await recordings.get(db.read, id)),
      completeVersion: (id) => transcripts.finalVersion(id),
      async complete(id) {
        const { text, segments, bundled, version } = await transcripts.get(id)
        return { type: 'transcript_complete', recordingId: id, version, text, segments, bundled }
      },
    },
  })
  hooks.captureNow = live.now

  return {
    name: 'live',
    service: { live, sounds, sessions, liveEngine },
    routes: (router) => liveRoutes(router, { paths, live, access: core.access, notes }),
    recordings: {
      refuseDelete: (handle, id) => live.refuseDelete(handle, id),
      stopWork: (_db, id) => live.leave(id).then(() => true),
      binned: async (_trx, id) => live.forget(id),
      deleting: async (_trx, id) => live.forget(id),
    },
    start: () => startRounds(live, log),
    async close() {
      captions.stop()
      notes.stop()
      await sounds.stop()
      await liveEngine.stop()
    },
  }
}
