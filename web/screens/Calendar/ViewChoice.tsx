import { Choice } from './Choice.tsx'

export type View = 'month' | 'thirty' | 'year' | 'rolling'

/** The tabs, and beside them which days of a month or a year. */
export function ViewChoice({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const isYear = view === 'year' || view === 'rolling'
  return (
    <>
      <Choice
        label="View"
        tabs
        value={isYear ? 'year' : 'month'}
        options={[
          { value: 'month', label: 'Month View' },
          { value: 'year', label: 'Year View' },
        ]}
        onChange={onChange}
      />
      <Choice
        label="Days"
        value={view}
        options={
          isYear
            ? [
                { value: 'year', label: 'Jan-Dec' },
                { value: 'rolling', label: '12 months' },
              ]
            : [
                { value: 'month', label: 'Month' },
                { value: 'thirty', label: '30 days' },
              ]
        }
        onChange={onChange}
      />
    </>
  )
}
