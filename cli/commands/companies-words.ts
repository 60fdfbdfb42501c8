import type { Command } from 'commander'
import type { CompanyDetails } from '#contract/companies.ts'
import { print, printJson, wrongUse } from '../output.ts'

export const wantsJson = (command: Command): boolean =>
  command.optsWithGlobals<{ json?: boolean }>().json === true

export function numberOf(given: string): number {
  const id = Number(given)
  if (!Number.isInteger(id) || id < 1) wrongUse(`"${given}" is not a number`)
  return id
}

export function show(company: CompanyDetails, command: Command): void {
  if (wantsJson(command)) return printJson(company)
  print(`${company.id}  ${company.name}${company.number ? ` (${company.number})` : ''}, ${company.type}`)
  for (const { id, name, role, resignedOn } of company.officers)
    print(`  officer ${id}, ${role}: ${name}${resignedOn ? ` (resigned ${resignedOn})` : ''}`)
  for (const { id, oldEnd, newEnd } of company.referenceChanges)
    print(`  reference change ${id}: ${oldEnd} became ${newEnd}`)
  for (const { title, madeUpTo, due } of company.deadlines) print(`  ${title} to ${madeUpTo}: due ${due}`)
}
