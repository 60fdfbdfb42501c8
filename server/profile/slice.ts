import { join } from 'node:path'
import type { Core, Slice } from '../slice.ts'
import { createPersonalData, type PersonalDataService } from './personal-data.ts'
import { profileRoutes } from './routes.ts'
import { createProfile, type ProfileService } from './service.ts'

export type ProfileServices = { profile: ProfileService; personal: PersonalDataService }

export function createProfileSlice(core: Core): Slice<ProfileServices> {
  const { config, db, paths, people } = core
  const profile = createProfile({ config, db, folder: join(paths.root, 'profiles') })
  const personal = createPersonalData({ db, people, parts: core.personalData, profile })
  return {
    name: 'profile',
    service: { profile, personal },
    routes: (router) => profileRoutes(router, { db, paths, profile, personalData: personal }),
    personalData: {
      name: 'profile',
      collect: profile.ofPerson,
      erase: profile.forgetPerson,
      eraseFiles: () => profile.sweep(),
    },
    async start() {
      await profile.sweep()
      return () => undefined
    },
  }
}
