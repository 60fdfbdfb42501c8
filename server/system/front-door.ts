import type { Finding } from '#contract/system.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import type { PeopleService } from '../people/service.ts'
import type { Certificates } from '../tls/certificates.ts'
import { certificateWarnings } from '../tls/view.ts'
import { isLoopback } from '../variables.ts'

/** Whether the right people can come in, and whether their browsers will believe whom they talk to. */
export function examineFrontDoor({
  config,
  db,
  people,
  certificates,
}: {
  config: Config
  db: Db
  people: PeopleService
  certificates: Certificates | null
}): (() => Promise<Finding[]>)[] {
  return [
    async () => {
      if (config.access !== 'people' && config.access !== 'header' && config.access !== 'oidc') return []
      const all = await people.list(db.read)
      const admins = all.filter(
        (person) =>
          person.administrator && (config.access === 'people' ? person.hasPassphrase : person.email),
      )
      if (admins.length > 0)
        return [
          {
            what: 'People',
            state: 'ok',
            found: `${all.length}, of them ${admins.length === 1 ? '1 administrator' : `${admins.length} administrators`}`,
            todo: null,
          },
        ]
      return [
        {
          what: 'People',
          state: 'warning',
          found: 'no administrator can come in yet',
          todo:
            config.access === 'oidc'
              ? 'Sign in as a member of a group of APPLIANCE_OIDC_ADMIN_GROUPS, or name somebody in APPLIANCE_ADMINS'
              : config.access === 'header'
                ? 'Name one in APPLIANCE_ADMINS, or: npx appliance people admin ADDRESS'
                : 'Open the link that the first start printed; a new one: npx appliance people reset 1',
        },
      ]
    },
    async () => {
      const url = new URL(config.ollamaHost)
      if (url.protocol !== 'http:' || isLoopback(url.hostname.replace(/^\[|\]$/g, ''))) return []
      return [
        {
          what: 'Language model',
          state: 'warning',
          found: `${url.host}, over plain HTTP`,
          todo: 'Whoever is on the network between can read the transcripts that are sent there. Put an HTTPS proxy before Ollama and name it in OLLAMA_HOST (https://…), unless the line is your own.',
        },
      ]
    },
    async () => {
      const view = (await certificates?.view()) ?? null
      if (!view) return []
      const found = `${view.names[0] ?? 'no name'}, until ${view.validTo.slice(0, 10)}`
      const warnings = certificateWarnings(view)
      if (warnings.length === 0) return [{ what: 'Certificate', state: 'ok', found, todo: null }]
      return warnings.map((todo) => ({ what: 'Certificate', state: 'warning', found, todo }))
    },
  ]
}
