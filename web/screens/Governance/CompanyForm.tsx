import {
  addCompany,
  isWebsite,
  noWebsite,
  updateCompany,
  type CompanyDetails,
  type CompanyType,
} from '#contract/companies.ts'
import { useState } from 'react'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Field } from '../../ui/Field.tsx'
import { textOf } from '../../ui/form.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { dayOfYear } from '../../ui/format.ts'
import { Select } from '../../ui/Select.tsx'

export const typeWords: Record<CompanyType, string> = {
  private: 'Private limited company',
  public: 'Public limited company (PLC)',
  guarantee: 'Company limited by guarantee',
  llp: 'Limited liability partnership (LLP)',
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** "03-31", of "31 March", "March 31" or "31/3"; null: it cannot be read. */
function referenceOf(given: string): string | null {
  const [, before, between] = /^([A-Za-z]{3,9})\s+(\d{1,2})$/.exec(given.trim()) ?? []
  const [, day = between, month = before ?? ''] =
    /^(\d{1,2})[\s/.-]+([A-Za-z]{3,9}|\d{1,2})$/.exec(given.trim()) ?? []
  const number = /^\d/.test(month)
    ? Number(month)
    : months.findIndex((name) => name.toLowerCase().startsWith(month.toLowerCase().slice(0, 3))) + 1
  if (!day || number < 1 || number > 12 || month === '') return null
  return `${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
}

type CompanyFormProps = {
  /** null: a new one. */
  company: CompanyDetails | null
  onClose: () => void
  onSaved: (company: CompanyDetails) => void
}

export function CompanyForm({ company, onClose, onSaved }: CompanyFormProps) {
  const action = useAction()
  const [problems, setProblems] = useState<Problems>({})

  const send = (form: FormData) => {
    const { body, problems: found } = readCompany(form)
    setProblems(found)
    if (!body) return
    void action.run(async () => {
      onSaved(
        company
          ? await call(updateCompany, { params: { id: company.id }, body })
          : await call(addCompany, { body }),
      )
    })
  }

  return (
    <FormDialog
      title={company ? 'Edit company' : 'Add company'}
      submit={company ? 'Save' : 'Add'}
      wide
      action={action}
      onClose={onClose}
      onSubmit={send}
    >
      <CompanyFields company={company} problems={problems} />
    </FormDialog>
  )
}

type Problems = { name?: string; website?: string; reference?: string }

/** What was entered; null: something must be corrected first. */
function readCompany(form: FormData) {
  const text = (name: string): string | null => textOf(form, name).trim() || null
  const name = text('name')
  const given = text('referenceDate')
  const referenceDate = given === null ? null : referenceOf(given)
  const problems = {
    ...(name === null && { name: 'Please enter the name' }),
    ...(!isWebsite(textOf(form, 'website')) && { website: noWebsite }),
    ...(given !== null &&
      referenceDate === null && {
        reference: `Please enter a day and a month: ${dayOfYear('03-31')}`,
      }),
  }
  if (name === null || Object.keys(problems).length > 0) return { body: null, problems }
  const body = {
    name,
    ...{ number: text('number'), type: textOf(form, 'type') as CompanyType, website: text('website') },
    ...{
      registeredOffice: text('registeredOffice'),
      incorporatedOn: text('incorporatedOn'),
      referenceDate,
    },
    ...{ lastAccounts: text('lastAccounts'), lastStatement: text('lastStatement') },
    industryTerms: textOf(form, 'industryTerms')
      .split(',')
      .map((term) => term.trim())
      .filter(Boolean),
  }
  return { body, problems }
}

function CompanyFields({ company, problems }: Pick<CompanyFormProps, 'company'> & { problems: Problems }) {
  return (
    <>
      <Field
        label="Name"
        name="name"
        maxLength={200}
        defaultValue={company?.name}
        data-autofocus
        error={problems.name}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Company number" name="number" maxLength={20} defaultValue={company?.number ?? ''} />
        <Select
          label="Type"
          name="type"
          defaultValue={company?.type ?? 'private'}
          options={Object.entries(typeWords).map(([value, label]) => ({ value, label }))}
        />
        <Field
          label="Incorporated on"
          name="incorporatedOn"
          type="date"
          defaultValue={company?.incorporatedOn ?? ''}
        />
        <Field
          label="Accounting reference date"
          name="referenceDate"
          placeholder={dayOfYear('03-31')}
          defaultValue={company?.referenceDate ? dayOfYear(company.referenceDate) : ''}
          hint="Empty: the end of the month of incorporation"
          error={problems.reference}
        />
        <Field
          label="Last accounts made up to"
          name="lastAccounts"
          type="date"
          defaultValue={company?.lastAccounts ?? ''}
        />
        <Field
          label="Last confirmation statement"
          name="lastStatement"
          type="date"
          hint="The day to which it was made up"
          defaultValue={company?.lastStatement ?? ''}
        />
      </div>
      <Field
        label="Registered office"
        name="registeredOffice"
        maxLength={500}
        defaultValue={company?.registeredOffice ?? ''}
      />
      <Field
        label="Website"
        name="website"
        maxLength={300}
        defaultValue={company?.website ?? ''}
        error={problems.website}
      />
      <Field
        label="Industry terms"
        name="industryTerms"
        defaultValue={company?.industryTerms.join(', ') ?? ''}
        hint="Separated by commas. News with these words comes first."
      />
    </>
  )
}
