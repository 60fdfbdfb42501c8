import { Captions } from 'lucide-react'
import { Banner } from '../../ui/Banner.tsx'

/** What was heard as it was spoken is not the transcript yet. */
export function LiveWordsNote() {
  return (
    <Banner tone="neutral" icon={Captions} className="print:hidden">
      Live words; the transcript takes their place.
    </Banner>
  )
}
