/** How the microphone is allowed again, in the words of the browser at hand. */

type Browser = 'chromium' | 'firefox' | 'safari' | 'ios'

export function browserOf(agent: string): Browser {
  if (/iPhone|iPad|iPod/.test(agent)) return 'ios'
  if (/Firefox\//.test(agent)) return 'firefox'
  return /Chrom(e|ium)\//.test(agent) ? 'chromium' : 'safari'
}

const steps: Record<Browser, string> = {
  chromium:
    'Choose the sign at the left of the address, switch Microphone on (or set it to Allow), and then try again.',
  firefox:
    'Choose the crossed-out microphone at the left of the address, remove the block, and then try again.',
  safari: 'In the Safari menu choose Settings for This Website, set Microphone to Allow, and then try again.',
  ios: 'Choose the page’s menu in the address bar, then Website Settings, set Microphone to Allow, and then try again.',
}

export const allowingSteps = (agent: string): string => steps[browserOf(agent)]

/** A browser that may not use it itself gives none to a page. */
export function systemSteps(agent: string): string | null {
  if (/Macintosh/.test(agent))
    return 'If it is allowed there: System Settings, Privacy & Security, Microphone, and switch this browser on.'
  if (/Windows/.test(agent))
    return 'If it is allowed there: Windows Settings, Privacy & security, Microphone, and let desktop apps use it.'
  return null
}
