import { resolve } from 'node:path'
import type { Command } from 'commander'
import { confirm, withYes } from '../confirm.ts'
import { withServices } from '../open.ts'
import { countOf, createProgressLine, print, printJson, table, wantsJson } from '../output.ts'

export function placesCommand(program: Command): void {
  const places = program.command('places').description('the places that the search of meeting places knows')

  places
    .command('load')
    .argument('<file>', 'a GeoNames list: GB.txt, cities500.txt, or postal codes such as GB_full.txt')
    .description('load places from a file; those of an earlier load of it are replaced')
    .action((file: string, _options, command: Command) =>
      withServices(async (services) => {
        const line = createProgressLine()
        const loaded = await services.places
          .load(resolve(file), (count, part) =>
            line.show('load', `${countOf(count, 'place')}, ${Math.floor(part * 100)}%`),
          )
          .finally(() => line.end())
        if (wantsJson(command)) printJson(loaded)
        else print(`${countOf(loaded.places, 'place')} of ${loaded.file} are loaded.`)
      }),
    )

  places
    .command('status')
    .description('what has been loaded')
    .action((_options, command: Command) =>
      withServices(async (services) => {
        const loads = await services.places.status()
        if (wantsJson(command)) printJson(loads)
        else if (loads.length === 0)
          print('No places are loaded; those used before are offered all the same.')
        else print(table(loads.map((load) => [load.file, countOf(load.places, 'place'), load.loadedAt])))
      }),
    )

  withYes(places.command('clear'))
    .description('take away what has been loaded; places used before stay')
    .action((options: { yes?: boolean }, command: Command) =>
      withServices(async (services) => {
        await confirm('All places that were loaded go.', options.yes)
        await services.places.clear()
        if (wantsJson(command)) printJson({ cleared: true })
        else print('No places are loaded any longer.')
      }),
    )
}
