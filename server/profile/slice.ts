import { join } from 'node:path'
import type { Core, Slice } from '../slice.ts'
import { createPersonalData, type PersonalDataService } from './personal-data.ts'
import { profileRoutes } from './routes.ts'
import { createProfile, type ProfileService } from './service.ts'

export type ProfileServices = { profile: ProfileService; personal: PersonalDataService }

export function createProfileSlice(core: Core): Slice<ProfileServices> {
  const { account, config, db, directory, paths, people } = core
  const profile = createProfile({ config, db, folder: join(paths.root, 'profiles') })
  directory.fullNameOf = profile.nameOf
  const personal = createPersonalData({ db, people, parts: core.personalData, profile })
  return {
    name: 'profile',
    service: { profile, personal },
    routes: (router, { gate }) =>
      profileRoutes(router, { account, db, gate, paths, profile, personalData: personal }),
    personalData: {
      name: 'profile',
      collect: async (handle, personId) => {
        const own = await profile.ofPerson(handle, personId)
        const documents = await profile.documents(handle, personId)
        return own === null && documents.length === 0 ? null : { ...own, documents }
      },
      erase: profile.forgetPerson,
      eraseFiles: () => profile.sweep(),
    },
    async start() {
      await profile.sweep()
      return () => undefined
    },
  }
}
