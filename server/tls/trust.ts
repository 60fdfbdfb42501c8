import type { Authority } from './authority.ts'

/** What the download is called; the steps name it. */
export const authorityFileName = 'appliance-authority.crt'

/** Where plain HTTP hands the authority out, beside the call of the API. */
export const authorityPath = `/${authorityFileName}`

export const systems = [
  'windows',
  'macos',
  'ios',
  'android',
  'debian',
  'fedora',
  'firefox',
  'chromeos',
] as const
export type System = (typeof systems)[number]

/** In the text, `code` is between back quotes and what stands on a screen between asterisks. */
export type Guide = { system: System; title: string; steps: string[] }

/**
 * How each system is told to trust the authority. The download is DER, so the checksum of the file is the
 * fingerprint: people compare before they trust.
 */
export function trustGuides({ name }: Pick<Authority, 'name'>): Guide[] {
  const file = authorityFileName
  return [
    {
      system: 'windows',
      title: 'Windows (Edge, Chrome)',
      steps: [
        `Compare first: in a terminal (PowerShell), \`Get-FileHash $HOME\\Downloads\\${file}\` shows the fingerprint, without colons.`,
        `Open \`${file}\` from your downloads, and choose *Install Certificate…*.`,
        'Choose *Current User* (or *Local Machine*, as an administrator, for everybody on this computer), then *Next*.',
        'Choose *Place all certificates in the following store*, *Browse…*, *Trusted Root Certification Authorities*, *OK*, *Next*, *Finish*. Answer the security warning with *Yes*.',
        'Close all windows of the browser and open it again.',
      ],
    },
    {
      system: 'macos',
      title: 'Mac (Safari, Chrome, Edge)',
      steps: [
        `Compare first: in Terminal, \`shasum -a 256 ~/Downloads/${file}\` shows the fingerprint, without colons.`,
        `Open \`${file}\` from your downloads. Keychain Access adds it to the *login* keychain; confirm with *Add* if it asks.`,
        `In Keychain Access, choose *login* and *Certificates*, and open *${name}*.`,
        'Open *Trust*, set *When using this certificate* to *Always Trust*, close the window, and enter your password.',
        'Close the browser and open it again.',
      ],
    },
    {
      system: 'ios',
      title: 'iPhone and iPad',
      steps: [
        'Download it with Safari, and choose *Allow*. (If it went to the Files app instead, open it there.)',
        'Open *Settings*, choose *Profile Downloaded* near the top (or *General*, *VPN & Device Management*), ' +
          'then *Install*, and enter your passcode. *More Details* shows the certificate, to compare its fingerprint.',
        `Then, still in Settings: *General*, *About*, *Certificate Trust Settings* at the very bottom, and switch *${name}* on. Without this step it is installed and not trusted.`,
      ],
    },
    {
      system: 'android',
      title: 'Android (Chrome)',
      steps: [
        'The telephone needs a screen lock (a PIN, pattern or password).',
        'Open *Settings* and search for *CA certificate*. On most telephones it is under *Security & privacy*, *More security & privacy*, *Encryption & credentials*, *Install a certificate*.',
        `Choose *CA certificate*, *Install anyway*, unlock, and pick \`${file}\` from your downloads.`,
        'From then on Android mentions that the network may be monitored: it says so of every authority that was added by hand.',
        'Firefox for Android does not use it; take Chrome, or another browser that does.',
      ],
    },
    {
      system: 'debian',
      title: 'Linux: Debian, Ubuntu',
      steps: [
        `Compare first: \`sha256sum ~/Downloads/${file}\` shows the fingerprint, without colons.`,
        'Chrome and Chromium keep authorities of their own: install `libnss3-tools`, close the browser, and run ' +
          `\`mkdir -p ~/.pki/nssdb && certutil -d sql:$HOME/.pki/nssdb -A -t "C,," -n "${name}" -i ~/Downloads/${file}\`. For Firefox see below.`,
        'For the programs of the terminal (curl, git and the like): ' +
          `\`sudo openssl x509 -inform der -in ~/Downloads/${file} -out /usr/local/share/ca-certificates/${file}\`, then \`sudo update-ca-certificates\`.`,
      ],
    },
    {
      system: 'fedora',
      title: 'Linux: Fedora, RHEL and their like',
      steps: [
        `Compare first: \`sha256sum ~/Downloads/${file}\` shows the fingerprint, without colons.`,
        `\`sudo cp ~/Downloads/${file} /etc/pki/ca-trust/source/anchors/\`, then \`sudo update-ca-trust\`. ` +
          "Fedora's Firefox and the programs of the terminal use it; close the browser and open it again.",
        'Chrome and Chromium keep authorities of their own: install `nss-tools`, close the browser, and run ' +
          `\`mkdir -p ~/.pki/nssdb && certutil -d sql:$HOME/.pki/nssdb -A -t "C,," -n "${name}" -i ~/Downloads/${file}\`.`,
      ],
    },
    {
      system: 'firefox',
      title: 'Firefox, on any computer',
      steps: [
        'On Windows and Mac, Firefox 120 and later takes over what the system trusts: follow the steps for the system, and open Firefox again.',
        'If it still warns, and on Linux: open *Settings*, *Privacy & Security*, and under *Certificates* choose *View Certificates…*.',
        `On *Authorities* choose *Import…*, pick \`${file}\`, and tick *Trust this CA to identify websites*. *View* there shows the fingerprint, to compare.`,
      ],
    },
    {
      system: 'chromeos',
      title: 'ChromeOS',
      steps: [
        'Open `chrome://certificate-manager` (on older versions `chrome://settings/certificates`, *Authorities*).',
        `Under *Installed by you*, *Trusted certificates*, choose *Import* and pick \`${file}\` from your downloads; ` +
          `where it asks, tick *Trust this certificate for identifying websites*. Its details show the fingerprint, to compare.`,
      ],
    },
  ]
}

/** Which of the guides a browser's User-Agent asks for; null: cannot be told. An iPad says that it is a Mac. */
export function systemOf(userAgent: string): System | null {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Android/.test(userAgent)) return 'android'
  if (/CrOS/.test(userAgent)) return 'chromeos'
  if (/Windows/.test(userAgent)) return 'windows'
  if (/Macintosh|Mac OS X/.test(userAgent)) return 'macos'
  if (/Firefox/.test(userAgent)) return 'firefox'
  if (/Fedora|Red Hat/.test(userAgent)) return 'fedora'
  return /Linux|X11/.test(userAgent) ? 'debian' : null
}

/** A step for a terminal, which has no bold type. */
export const asPlainText = (step: string): string => step.replace(/\*([^*]+)\*/g, '$1').replace(/`/g, '')
