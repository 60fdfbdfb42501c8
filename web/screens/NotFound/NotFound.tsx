import { Link } from 'wouter'
import { useTabTitle } from '../../hooks/page.ts'
import { buttonClass } from '../../ui/Button.tsx'

export function NotFound() {
  useTabTitle('404 Page Not Found')
  return (
    <div className="px-4 py-8 md:px-8">
      <h1 className="text-title font-semibold">404 Page Not Found</h1>
      <p className="mt-1 text-ink-2">Did you forget to add the page to the router?</p>
      <Link href="/history" className={`${buttonClass()} mt-5`}>
        Go to Meetings
      </Link>
    </div>
  )
}
