import { useTabTitle } from '../../hooks/page.ts'

/** The specification's test screen: a red box and a blue box. It shows that both themes bring their colours along. */
export function TranscriptTest() {
  useTabTitle('Transcript Test')
  return (
    <div className="px-4 py-5 md:px-8 md:py-7">
      <h1 className="text-title font-semibold">Transcript Test</h1>
      <div className="mt-5 flex flex-wrap gap-4">
        <div role="img" aria-label="Red box" className="size-40 rounded-md bg-test-red" />
        <div role="img" aria-label="Blue box" className="size-40 rounded-md bg-test-blue" />
      </div>
    </div>
  )
}
