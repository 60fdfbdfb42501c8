import type { CertificateView } from '#contract/system.ts'
import type { Authority } from './authority.ts'
import type { Leaf } from './certificate.ts'
import { endOf, namesOf, startOf } from './pem.ts'

const dayMs = 86_400_000
/** Everybody has to trust the next authority: that takes some planning. */
const authorityNoticeMs = 90 * dayMs
/** Whoever renews it does so earlier: from here on something is wrong. */
const leafNoticeMs = 14 * dayMs

export function certificateView(leaf: Leaf, authority: Authority | null): CertificateView {
  return {
    kind: authority ? 'local' : 'given',
    names: namesOf(leaf.certificate),
    validFrom: startOf(leaf.certificate).toISOString(),
    validTo: endOf(leaf.certificate).toISOString(),
    fingerprint: leaf.certificate.fingerprint256,
    authority: authority && {
      name: authority.name,
      fingerprint: authority.fingerprint,
      validTo: authority.validTo.toISOString(),
    },
  }
}

/** What somebody has to do something about, as sentences; usually none. */
export function certificateWarnings(view: CertificateView, now: Date = new Date()): string[] {
  const left = (iso: string): number => Date.parse(iso) - now.getTime()
  const on = (iso: string): string => iso.slice(0, 10)
  const warnings: string[] = []
  if (left(view.validTo) < 0)
    warnings.push(
      view.kind === 'given'
        ? `The certificate of APPLIANCE_TLS_CERT expired on ${on(view.validTo)}: browsers warn. Replace the file; the appliance takes the new one by itself.`
        : `The certificate expired on ${on(view.validTo)}: browsers warn. Run: npx appliance tls renew`,
    )
  else if (view.kind === 'given' && left(view.validTo) < leafNoticeMs)
    warnings.push(
      `The certificate of APPLIANCE_TLS_CERT ends on ${on(view.validTo)}, and nobody has renewed it yet.`,
    )
  if (Date.parse(view.validFrom) > now.getTime())
    warnings.push(
      `The certificate is good only from ${on(view.validFrom)} on: is this machine's clock right?`,
    )
  if (view.authority && left(view.authority.validTo) < authorityNoticeMs)
    warnings.push(
      `The local authority ${left(view.authority.validTo) < 0 ? 'ended' : 'ends'} on ${on(view.authority.validTo)}. Delete the folder tls in the data directory and start again: a new one is made, which every computer and telephone has to be told to trust.`,
    )
  return warnings
}
