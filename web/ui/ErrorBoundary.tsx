import { CircleAlert } from 'lucide-react'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'

/** A screen that breaks, or whose code cannot be fetched any more, says so; the rest of the page goes on. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack)
  }

  override render() {
    if (!this.state.error) return this.props.children
    return (
      <div className="p-4 md:p-8">
        <Banner
          tone="bad"
          icon={CircleAlert}
          live
          action={<Button onClick={() => location.reload()}>Reload the page</Button>}
        >
          <p className="font-semibold">This page could not be shown</p>
          <p>Nothing was lost: recordings and transcripts are safe on the server.</p>
          <p className="text-sm text-ink-2">For the administrator: {this.state.error.message}</p>
        </Banner>
      </div>
    )
  }
}
