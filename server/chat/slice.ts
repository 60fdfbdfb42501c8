import type { Handle } from '../db/open.ts'
import { speechAtWork } from '../jobs/speech-first.ts'
import type { MinutesService } from '../minutes/service.ts'
import type { SearchServices } from '../search/slice.ts'
import type { Ports, Slice } from '../slice.ts'
import { kindsOfRecording } from '../transcripts/service.ts'
import { chatRoutes } from './routes.ts'
import {
  createChat,
  createChatKey,
  createKnowledge,
  createSources,
  createTurns,
  type ChatKey,
  type ChatService,
} from './service.ts'

export type ChatServices = { chat: ChatService; chatKey: ChatKey }

export function createChatSlice(
  core: Ports & SearchServices & { minutes: MinutesService },
): Slice<ChatServices> {
  const { config, db, isIndexing, language, log, minutes, search, small } = core
  const knowledge = createKnowledge({ appRoot: config.appRoot })
  const chatKey = createChatKey({ db })
  const chat = createChat({
    ...{ db, search, language, log, preparing: isIndexing },
    sources: createSources({ minutes, knowledge }),
    askingModel: core.asked.first,
    turns: createTurns(() => speechAtWork(db, small)),
  })
  const forget = (trx: Handle, id: number) => chat.forget(trx, kindsOfRecording, String(id))
  return {
    name: 'chat',
    service: { chat, chatKey },
    routes: (router) => chatRoutes(router, { chat, chatKey, knowledge, log }),
    search: [knowledge.source],
    personalData: { name: 'chats', collect: chat.ofPerson, erase: chat.forgetPerson },
    recordings: { binned: forget, deleting: forget, struck: forget },
    async start() {
      await chatKey.current()
      return () => undefined
    },
  }
}
