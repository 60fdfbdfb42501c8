import type { Command } from 'commander'
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { feedKinds, type FeedKind } from '#contract/news.ts'
import { confirm, withYes } from '../confirm.ts'
import { withServices } from '../open.ts'
import { countOf, print, printJson, table, wrongUse } from '../output.ts'
import { numberOf, wantsJson } from './companies-words.ts'

type Options = { kind: string; competitor?: string }

export function feedsCommand(program: Command): void {
  const feeds = program.command('feeds').description('news feeds of a company')
  const forCompany = (name: string): Command =>
    feeds.command(name).argument('<company>', 'number, as `npx appliance companies list` shows it')
  const withKind = (command: Command): Command =>
    command
      .option('--kind <kind>', 'company, competitor or industry', 'industry')
      .option('--competitor <number>', "the competitor's number, for a competitor's feed")

  forCompany('list')
    .description('the feeds that a company follows')
    .action((company: string, _options, command: Command) =>
      withServices(async ({ news, db }) => {
        const all = await news.feeds.list(db.read, numberOf(company))
        if (wantsJson(command)) printJson(all)
        else if (all.length === 0) print('There are no feeds.')
        else
          print(
            table(
              all.map((one) => [
                ...[String(one.id), one.kind, one.title, one.url ?? 'from a file'],
                one.error ?? countOf(one.articles, 'article'),
              ]),
            ),
          )
      }),
    )

  withKind(forCompany('add').argument('<address>', 'address of the feed'))
    .description('follow a feed')
    .action((company: string, address: string, options: Options, command: Command) =>
      withServices(async ({ news }) => {
        const feed = await news.feeds.add(placeOf(company, options), address)
        if (wantsJson(command)) printJson(feed)
        else print(`Feed ${feed.id} is followed; the running appliance fetches it.`)
      }),
    )

  withYes(feeds.command('remove'))
    .argument('<feed>', 'number, as `list` shows it')
    .description('follow a feed no longer')
    .action((feed: string, options: { yes?: boolean }, command: Command) =>
      withServices(async ({ news }) => {
        await confirm(`Feed ${numberOf(feed)} goes, and with it what only it has brought.`, options.yes)
        await news.feeds.remove(numberOf(feed))
        if (wantsJson(command)) printJson({ id: numberOf(feed), removed: true })
        else print('The feed is no longer followed.')
      }),
    )

  forCompany('refresh')
    .description('have the feeds of a company fetched now, by the running appliance')
    .action((company: string, _options, command: Command) =>
      withServices(async ({ news }) => {
        const job = await news.refresh(numberOf(company))
        if (wantsJson(command)) printJson({ job })
        else print(job ? 'The feeds are being fetched.' : 'There are no feeds to fetch.')
      }),
    )

  withKind(forCompany('import').argument('<file>', 'an OPML file'))
    .description('follow the feeds of an OPML file')
    .action((company: string, file: string, options: Options, command: Command) =>
      withServices(async ({ news }) => {
        const { companyId, kind } = placeOf(company, options)
        const result = await news.feeds.importOpml(companyId, await readFile(resolve(file), 'utf8'), kind)
        if (wantsJson(command)) printJson(result)
        else print(`${result.added} added, ${result.known} there already, ${result.refused} refused.`)
      }),
    )

  forCompany('export')
    .description('print the feeds of a company as OPML')
    .action((company: string, _options, command: Command) =>
      withServices(async ({ news, db }) => {
        const opml = await news.feeds.exportOpml(db.read, numberOf(company))
        if (wantsJson(command)) printJson({ opml })
        else print(opml)
      }),
    )

  withKind(forCompany('take').argument('<file>', 'a feed as a file: RSS, Atom, RDF or JSON Feed'))
    .description('take in the articles of a feed that came as a file')
    .action((company: string, file: string, options: Options, command: Command) =>
      withServices(async ({ news }) => {
        const bytes = await readFile(resolve(file))
        const result = await news.feeds.takeFile(placeOf(company, options), { name: basename(file), bytes })
        if (wantsJson(command)) printJson(result)
        else print(`${countOf(result.articles, 'new article')}.`)
      }),
    )
}

function placeOf(company: string, { kind, competitor }: Options) {
  const known = feedKinds.find((one): one is FeedKind => one === kind)
  if (!known) return wrongUse('--kind takes company, competitor or industry')
  return {
    companyId: numberOf(company),
    kind: known,
    competitorId: competitor === undefined ? null : numberOf(competitor),
  }
}
