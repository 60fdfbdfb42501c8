import { useLocationProperty } from 'wouter/use-browser-location'

/** The words that the address names (`#minutes=…`, `#said=…`), for what is opened at a place without a time. */
export function useQuoted(place: 'minutes' | 'said'): string | null {
  const fragment = useLocationProperty(() => location.hash)
  return new URLSearchParams(fragment.slice(1)).get(place)
}
