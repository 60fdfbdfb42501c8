import { useTabTitle } from '../../hooks/page.ts'
import { useMe } from '../../hooks/people.ts'
import { Fetched, Screen } from '../../ui/Screen.tsx'
import { Password } from './Password.tsx'
import { Security } from './Security.tsx'

export function Settings() {
  useTabTitle('Settings')
  const me = useMe()
  return (
    <Screen title="Settings">
      <Fetched answer={me} what="Your settings" rows={6}>
        {(person) => (
          <div className="max-w-3xl space-y-8">
            <Password me={person} />
            <Security me={person} />
          </div>
        )}
      </Fetched>
    </Screen>
  )
}
