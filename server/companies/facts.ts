import type { CompanyDetails } from '#contract/companies.ts'
import type { Handle } from '../db/open.ts'
import type { SearchSource } from '../search/service.ts'
import { daysInWords, inWords } from './days.ts'
import type { CompaniesService } from './service.ts'

const typeWords = {
  private: 'a private limited company',
  public: 'a public limited company',
  guarantee: 'a company limited by guarantee',
  llp: 'a limited liability partnership',
} as const

const roleWords = { director: 'Directors', secretary: 'Company secretary', member: 'Members' } as const

const dayAndMonth = (reference: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`2023-${reference === '02-29' ? '02-28' : reference}`),
  )

/** What is known of a company, a sentence a fact, for whoever searches and for Clara. */
function sentencesOf(company: CompanyDetails): string[] {
  const { name } = company
  const number = company.number ? `, company number ${company.number}` : ''
  const incorporated = company.incorporatedOn ? `, incorporated on ${inWords(company.incorporatedOn)}` : ''
  const officers = (['director', 'secretary', 'member'] as const).flatMap((role) => {
    const names = company.officers
      .filter((one) => one.role === role && one.resignedOn === null)
      .map((one) => one.name)
    return names.length > 0 ? [`${roleWords[role]} of ${name}: ${names.join(', ')}.`] : []
  })
  return [
    `${name} is ${typeWords[company.type]}${number}${incorporated}.`,
    ...(company.registeredOffice
      ? [`The registered office of ${name} is at ${company.registeredOffice}.`]
      : []),
    ...officers,
  ]
}

/** One passage: what is due is found together with what it follows from. */
function filingSentences(company: CompanyDetails): string[] {
  const { name, deadlines } = company
  const due = deadlines.map(({ kind, madeUpTo, due, reason }) =>
    kind === 'accounts'
      ? `The next accounts of ${name}, made up to ${inWords(madeUpTo)}, are due: they must be filed at Companies House by ${inWords(due)}. This filing deadline is ${lower(daysInWords(reason))}`
      : `The next confirmation statement of ${name}, made up to ${inWords(madeUpTo)}, is due: it must be delivered to Companies House by ${inWords(due)}. This filing deadline is ${lower(daysInWords(reason))}`,
  )
  return [
    ...due,
    ...(company.currentReferenceDate
      ? [`The accounting reference date of ${name} is ${dayAndMonth(company.currentReferenceDate)}.`]
      : []),
    ...(company.lastAccounts
      ? [`The last accounts of ${name} were made up to ${inWords(company.lastAccounts)}.`]
      : []),
    ...(company.lastStatement
      ? [`The last confirmation statement of ${name} was made up to ${inWords(company.lastStatement)}.`]
      : []),
  ]
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** Companies and their filing deadlines as a source of search. Deadlines move with the day: it is read at each start. */
export function companyFacts(companies: Pick<CompaniesService, 'ids' | 'get'>): SearchSource {
  const ids = async (handle: Handle): Promise<string[]> => (await companies.ids(handle)).map(String)
  return {
    kind: 'company',
    readAtStart: true,
    ids,
    async read(handle, id) {
      if (!(await ids(handle)).includes(id)) return null
      const company = await companies.get(handle, Number(id))
      const passage = (text: string) => ({ text, at: null, page: null, speaker: null })
      return {
        title: company.name,
        date: null,
        href: `/governance?company=${company.id}`,
        companyId: company.id,
        also: 'the company, our company',
        passages: [filingSentences(company), sentencesOf(company)]
          .filter((sentences) => sentences.length > 0)
          .map((sentences) => passage(sentences.join(' '))),
      }
    },
  }
}
