import { createHash } from 'node:crypto'
import type { Authority } from '../tls/authority.ts'
import { authorityPath, systemOf, trustGuides, type Guide } from '../tls/trust.ts'

export function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign]!,
  )
}

// The values of web/styles/theme.css: nothing of the bundle can be fetched over plain HTTP. Not light-dark() as there:
// this page is for the oldest telephones too.
const style = `
:root {
  color-scheme: light dark;
  --page: #faf9f6;
  --surface: #fff;
  --sunken: #f3f1ec;
  --line: #e4e0d8;
  --ink: #211f1b;
  --ink-2: #57524a;
  --accent: #1f4a78;
  --accent-strong: #173a60;
  --on-accent: #fff;
  --warn-wash: #fdf4e1;
  --warn-line: #ecd6a6;
}
@media (prefers-color-scheme:dark) {
  :root {
    --page: #171614;
    --surface: #1e1d1a;
    --sunken: #262420;
    --line: #33302b;
    --ink: #ebe8e1;
    --ink-2: #b5afa4;
    --accent: #93bbe8;
    --accent-strong: #aecdf0;
    --on-accent: #10233a;
    --warn-wash: #2c2415;
    --warn-line: #564522;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--page);
  color: var(--ink);
  font: 1rem/1.625rem 'Source Sans 3',system-ui,sans-serif;
  overflow-wrap: break-word;
}
main {
  max-width: 43rem;
  margin: 0 auto;
  padding: 2rem 1rem 4rem;
}
h1 {
  font-size: 1.5rem;
  line-height: 2rem;
  font-weight: 600;
  margin: 0 0 1rem;
}
h2 {
  font-size: 1.125rem;
  line-height: 1.5rem;
  font-weight: 600;
  margin: 2rem 0 .5rem;
}
p { margin: 0 0 .75rem; }
.quiet { color: var(--ink-2); }
.button {
  display: inline-block;
  min-height: 44px;
  padding: 9px 16px;
  border-radius: 6px;
  background: var(--accent);
  color: var(--on-accent);
  font-weight: 600;
  text-decoration: none;
}
.button:hover { background: var(--accent-strong); }
a { color: var(--accent); }
a:focus-visible, summary:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
  border-radius: 6px;
}
.fingerprint {
  padding: .75rem;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--surface);
  font: .875rem/1.5rem ui-monospace,Consolas,monospace;
  overflow-wrap: anywhere;
}
.note {
  padding: .75rem;
  border: 1px solid var(--warn-line);
  border-radius: 6px;
  background: var(--warn-wash);
}
details { border-top: 1px solid var(--line); }
details:last-of-type { border-bottom: 1px solid var(--line); }
summary {
  min-height: 44px;
  padding: 9px 0;
  font-weight: 500;
  cursor: pointer;
}
ol {
  margin: 0 0 1rem;
  padding-left: 1.5rem;
}
li { margin-bottom: .5rem; }
code {
  padding: 1px 4px;
  border-radius: 6px;
  background: var(--sunken);
  font: .875em ui-monospace,Consolas,monospace;
  overflow-wrap: anywhere;
}
strong { font-weight: 600; }
`

const styleHash = createHash('sha256').update(style).digest('base64')

/** Everything that a browser is to know about these pages: they have no scripts and fetch nothing. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Meeting appliance</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`

const marked = (step: string): string =>
  escapeHtml(step)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*([^*]+)\*/g, '<strong>$1</strong>')

const guideHtml = ({ title, steps }: Guide, open: boolean): string =>
  `<details${open ? ' open' : ''}><summary>${escapeHtml(title)}</summary><ol>${steps
    .map((step) => `<li>${marked(step)}</li>`)
    .join('')}</ol></details>`

/** "AB:CD:…" with places to break a line after each pair, and read out as what it is. */
const fingerprintHtml = (fingerprint: string): string =>
  `<p class="fingerprint" id="fingerprint">${fingerprint.replaceAll(':', ':<wbr>')}</p>`

/** What came by a proxy that nobody named; null: nothing did. */
const proxyNote = (proxy: string | null): string =>
  proxy
    ? `<p class="note">This request was passed on by a proxy at ${escapeHtml(proxy)}, which the appliance has not been told
of. If it is yours, an administrator adds its address to <code>APPLIANCE_TRUSTED_PROXIES</code>.</p>`
    : ''

/**
 * The one page that other machines get over plain HTTP: how to trust the local authority, and the way onward.
 * @param options.onward the same page over HTTPS
 * @param options.proxy address of the unnamed proxy that it came by, or null
 */
export function trustPage(options: {
  authority: Authority
  onward: string
  userAgent: string
  proxy: string | null
}): string {
  const { authority, onward, userAgent, proxy } = options
  const system = systemOf(userAgent)
  const guides = trustGuides(authority).map((guide) => guideHtml(guide, guide.system === system))
  return page(
    'Open the appliance securely',
    `${proxyNote(proxy)}
<p>The microphone, your passphrase and every word of a meeting need an encrypted connection. This appliance’s
certificate comes from an authority of its own, kept on the appliance itself, which your device does not know yet. Tell it
once, and the appliance opens without a warning from then on.</p>
<h2>1. Download the authority</h2>
<p><a class="button" href="${authorityPath}">Download the authority</a></p>
<p>It is called “${escapeHtml(authority.name)}”. Compare its SHA-256 fingerprint with the one that your administrator sees:
it is shown where the appliance was started, and by <code>npx appliance tls show</code>. If they differ, stop here.</p>
${fingerprintHtml(authority.fingerprint)}
<h2>2. Trust it on your device</h2>
${guides.join('\n')}
<p class="quiet">Devices that your company manages can be given it for everybody at once, by group policy or device management.</p>
<h2>3. Continue</h2>
<p><a href="${escapeHtml(onward)}">Continue to ${escapeHtml(onward)}</a></p>`,
  )
}

/** In place of a redirect that would come back here for ever. */
export function unnamedProxyPage(proxy: string): string {
  return page('The appliance does not know this proxy', proxyNote(proxy))
}
