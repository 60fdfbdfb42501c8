import { basename, extname } from 'node:path'
import { AppError } from '../errors.ts'
import type { Facts } from './facts.ts'
import type { Sidecar } from './sidecar.ts'
import type { ImporterDeps } from './importers.ts'

/** Whose news it is: the company that is named, or the only one. @throws AppError invalid_input */
async function companyOf(
  { companies, db }: Pick<ImporterDeps, 'companies' | 'db'>,
  facts: Facts,
): Promise<number> {
  if (facts.companyId !== null) return facts.companyId
  const all = await companies.list(db.read)
  if (all.length === 1) return all[0]!.id
  throw new AppError(
    'invalid_input',
    all.length === 0
      ? 'There is no company yet whose news this could be: add one under Governance, and try again.'
      : 'It is not clear whose news this is: put the file into a folder with the company\'s name, or say "company" in a .json beside it.',
  )
}

/** @returns a sentence: what came of it. @throws AppError invalid_input, feed_refused */
export async function takeFeed(
  deps: Pick<ImporterDeps, 'companies' | 'db' | 'news'>,
  file: { name: string; bytes: Buffer },
  facts: Facts,
  said: Sidecar,
): Promise<string> {
  const { db, news } = deps
  const companyId = await companyOf(deps, facts)
  if (extname(file.name).toLowerCase() === '.opml') {
    const result = await news.feeds.importOpml(
      companyId,
      file.bytes.toString('utf8'),
      said.feed ?? 'industry',
    )
    return `${result.added} feeds are followed from now on; ${result.known} were already, ${result.refused} were refused.`
  }
  const competitors = said.competitor === undefined ? [] : await news.competitors(db.read, companyId)
  const wanted = said.competitor?.toLowerCase()
  const competitor = competitors.find(({ name }) => name.toLowerCase() === wanted)
  if (wanted !== undefined && !competitor)
    throw new AppError('invalid_input', `The company has no competitor called "${said.competitor}".`)
  const kind = competitor ? 'competitor' : (said.feed ?? 'industry')
  const place = { companyId, kind, competitorId: competitor?.id ?? null }
  const { articles } = await news.feeds.takeFile(place, { name: basename(file.name), bytes: file.bytes })
  return articles === 1 ? '1 new article of a news feed.' : `${articles} new articles of a news feed.`
}
