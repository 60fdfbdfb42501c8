import { isIP } from 'node:net'
import { z } from 'zod'
import {
  flag,
  headerName,
  hostName,
  isIssuer,
  isNetwork,
  isOrigin,
  isTimezone,
  languageRule,
  listOf,
  mailAddress,
  namesOf,
  ollamaUrl,
  speechServer,
  speechServerForm,
} from './variable-rules.ts'

export { isLoopback } from './variable-rules.ts'

/**
 * Each variable: what it is for, how to read it, what is allowed and its default. docs/configuration.md is made of these
 * (`npm run docs`); `unset` says there what holds without it, where `fallback` does not.
 */
export const variables = {
  APPLIANCE_DATA_DIR: {
    what: 'Everything that is kept: the database, recordings, documents, models and certificates.',
    rule: z.string().min(1),
    allowed: 'a folder',
    fallback: './data',
  },
  APPLIANCE_BACKUP_DIR: {
    what: 'Where backups go; without it none are made.',
    rule: z.string().min(1),
    allowed: 'a folder on another disk or a mounted share',
    fallback: '',
  },
  APPLIANCE_QUOTA_GB: {
    what: 'How many gigabytes the recordings of one person may take, those in the bin included.',
    unset: 'no limit',
    rule: z.coerce.number().positive().max(1_000_000),
    allowed: 'a number such as 50',
    fallback: '',
  },
  APPLIANCE_INBOX: {
    what: 'The shared folder that is watched: what lies in it is taken in. It goes before `appliance inbox FOLDER`.',
    unset: 'the folder that was set with `appliance inbox FOLDER`, otherwise none',
    rule: z.string().min(1),
    allowed: 'a folder outside the data directory; network folders will do',
    fallback: '',
  },
  APPLIANCE_INBOX_SETTLE: {
    what: 'How many seconds a file in the shared folder must stay the same before it is taken in.',
    rule: z.coerce.number().min(0.2).max(3600),
    allowed: 'a number of seconds up to 3600',
    fallback: '10',
  },
  APPLIANCE_HTTP_PORT: {
    what: 'The port for HTTP.',
    rule: z.coerce.number().int().min(0).max(65535),
    allowed: 'a port number from 1 to 65535 (0 takes any free one)',
    fallback: '8080',
  },
  APPLIANCE_HOST: {
    what: 'The address to listen on.',
    rule: z.string().refine((host) => isIP(host) !== 0 || hostName.test(host)),
    allowed:
      'an address of this machine; 127.0.0.1 is this machine alone, 0.0.0.0 is everybody who can reach it',
    fallback: '127.0.0.1',
  },
  APPLIANCE_HTTPS_PORT: {
    what: 'The port for HTTPS, which is served as soon as other machines can reach the appliance.',
    rule: z.coerce.number().int().min(0).max(65535),
    allowed: 'a port number from 1 to 65535 (0 takes any free one)',
    fallback: '8443',
  },
  APPLIANCE_TLS_CERT: {
    what: 'Your own certificate, together with APPLIANCE_TLS_KEY.',
    unset: 'none: a local authority makes one',
    rule: z.string().min(1),
    allowed: 'the path of a PEM file with the certificate and those between it and its authority',
    fallback: '',
  },
  APPLIANCE_TLS_KEY: {
    what: 'The private key of APPLIANCE_TLS_CERT.',
    unset: 'none',
    rule: z.string().min(1),
    allowed: "the path of a PEM file with the certificate's private key",
    fallback: '',
  },
  APPLIANCE_ACCESS: {
    what: 'Who may use the appliance.',
    unset: '`local` on a loopback address, otherwise `people`',
    rule: z.enum(['local', 'people', 'header', 'oidc', 'open']),
    allowed:
      'local (this machine alone, no sign-in), people (everybody has a passphrase), header (a single sign-on proxy ' +
      'says who it is), oidc (people sign in at the company’s own provider, OpenID Connect) or open (everybody who can reach it, no sign-in)',
    fallback: '',
  },
  APPLIANCE_ADMINS: {
    what: 'People with these addresses are administrators.',
    unset: 'none',
    rule: listOf((word) => mailAddress.test(word)),
    allowed: 'email addresses, separated by commas',
    fallback: '',
  },
  APPLIANCE_HEADER_NAME: {
    what: 'With `APPLIANCE_ACCESS=header`: the header in which the proxy sends the name.',
    rule: headerName,
    allowed: "the name of the header with the person's name",
    fallback: 'Remote-Name',
  },
  APPLIANCE_HEADER_EMAIL: {
    what: 'With `APPLIANCE_ACCESS=header`: the header in which the proxy sends the email address.',
    rule: headerName,
    allowed: "the name of the header with the person's email address",
    fallback: 'Remote-Email',
  },
  APPLIANCE_OIDC_ISSUER: {
    what: "With `APPLIANCE_ACCESS=oidc`: the company's sign-in. It must send an email address.",
    unset: 'none',
    rule: z.string().refine(isIssuer),
    allowed: 'the issuer of an OpenID Connect provider, such as https://login.example.co.uk/realms/office',
    fallback: '',
  },
  APPLIANCE_OIDC_CLIENT_ID: {
    what: 'What the provider calls the appliance. The address to send people back to is `/api/sign-in/oidc/callback` of `APPLIANCE_PUBLIC_URL`.',
    unset: 'none',
    rule: z.string().min(1).max(500),
    allowed: "the client's id",
    fallback: '',
  },
  APPLIANCE_OIDC_CLIENT_SECRET: {
    what: 'The secret that the provider has given the appliance.',
    unset: 'none: a public client, protected by PKCE alone',
    rule: z.string().min(1).max(2000),
    allowed: "the client's secret",
    fallback: '',
  },
  APPLIANCE_OIDC_SCOPES: {
    what: 'What is asked of the provider. Some want another scope for groups.',
    rule: z.string().regex(/^openid( [\w:/.-]+)*$/),
    allowed: 'scopes separated by blanks, the first being openid',
    fallback: 'openid email profile',
  },
  APPLIANCE_OIDC_GROUPS_CLAIM: {
    what: "The claim with a person's groups.",
    rule: z.string().min(1).max(200),
    allowed: 'the name of a claim',
    fallback: 'groups',
  },
  APPLIANCE_OIDC_ADMIN_GROUPS: {
    what: 'Members of these groups are administrators, and nobody else is but person 1 and `APPLIANCE_ADMINS`.',
    unset: 'the provider does not decide who is an administrator',
    rule: namesOf,
    allowed: 'names of groups, separated by commas',
    fallback: '',
  },
  APPLIANCE_OIDC_GROUPS: {
    what: 'Only members of these groups may come in.',
    unset: 'everybody whom the provider knows',
    rule: namesOf,
    allowed: 'names of groups, separated by commas',
    fallback: '',
  },
  APPLIANCE_PUBLIC_URL: {
    what: "The address that people type, if it is not this machine's own name.",
    unset: 'none',
    rule: z.string().refine(isOrigin),
    allowed: 'the address that people type, such as https://meetings.example.co.uk, without a path',
    fallback: '',
  },
  APPLIANCE_ALLOWED_HOSTS: {
    what: 'More names that the appliance answers to. They are added to its certificate.',
    unset: 'none',
    rule: listOf((word) => isIP(word) !== 0 || hostName.test(word)),
    allowed: 'host names without a port, separated by commas',
    fallback: '',
  },
  APPLIANCE_TRUSTED_PROXIES: {
    what: 'Proxies whose forwarded headers are believed.',
    unset: 'none',
    rule: listOf(isNetwork),
    allowed: 'addresses or networks such as 10.0.0.5 or 10.0.0.0/24, separated by commas',
    fallback: '',
  },
  APPLIANCE_METRICS_FROM: {
    what: 'Who may read /metrics (for Prometheus), beside this machine itself.',
    unset: 'this machine alone',
    rule: listOf(isNetwork),
    allowed: 'addresses or networks such as 10.0.0.5 or 10.0.0.0/24, separated by commas',
    fallback: '',
  },
  APPLIANCE_MODELS_DIR: {
    what: 'Where models are installed.',
    unset: '`models` in the data directory',
    rule: z.string().min(1),
    allowed: 'a folder',
    fallback: '',
  },
  APPLIANCE_BUNDLED_MODELS: {
    what: 'The folder of the models that come with the appliance, and the sample meeting.',
    unset: '`models` of the appliance',
    rule: z.string().min(1),
    allowed: 'a folder',
    fallback: '',
  },
  APPLIANCE_SPEECH_URL: {
    what:
      'A speech server on another machine, which transcribes recordings in the place of the appliance’s own engine: ' +
      'anything with OpenAI’s transcription call, or a load balancer before several. It gets the sound of all recordings.',
    rule: speechServer,
    allowed: speechServerForm,
    fallback: '',
  },
  APPLIANCE_REMOTE_MODEL: {
    what: 'What the speech server of `APPLIANCE_SPEECH_URL` or `APPLIANCE_LIVE_URL` calls its model.',
    unset: '`whisper-1`',
    rule: z.string().regex(/^[\w./:@-]{1,200}$/),
    allowed: 'a name',
    fallback: '',
  },
  APPLIANCE_SPEECH_KEY: {
    what: 'The key of the speech servers of `APPLIANCE_SPEECH_URL` and `APPLIANCE_LIVE_URL`, sent to them as a bearer token. It is never shown, logged or stored.',
    rule: z.string().regex(/^[\x21-\x7e]{1,4096}$/),
    allowed: 'a key without spaces',
    fallback: '',
  },
  APPLIANCE_LIVE_URL: {
    what: 'The same for live text, which otherwise stays with the appliance’s own engine.',
    rule: speechServer,
    allowed: speechServerForm,
    fallback: '',
  },
  APPLIANCE_MODEL_SOURCE: {
    what: 'A mirror to download speech models from.',
    unset: 'huggingface.co',
    rule: z
      .string()
      .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
      .transform((text) => (text.endsWith('/') ? text : `${text}/`)),
    allowed: 'the web address of a folder with the model files of models/manifest.json',
    fallback: '',
  },
  APPLIANCE_MODEL_MANIFEST: {
    what: 'Your own list of speech models that can be downloaded.',
    unset: '`models/manifest.json`',
    rule: z.string().min(1),
    allowed: 'the path of a list of models such as models/manifest.json',
    fallback: '',
  },
  APPLIANCE_SPEECH_MODEL: {
    what: 'The speech model to use, whatever is chosen on the System screen.',
    unset: 'the chosen model',
    rule: z.string().regex(/^[a-z0-9._-]+$/),
    allowed: 'the id of an installed model, as `npx appliance models list` shows it',
    fallback: '',
  },
  APPLIANCE_LIVE_MODEL: {
    what: 'The speech model for live text.',
    unset: 'the smallest one that knows the language',
    rule: z.string().regex(/^[a-z0-9._-]+$/),
    allowed: 'the id of an installed model, as `npx appliance models list` shows it',
    fallback: '',
  },
  APPLIANCE_SPEECH_LANGUAGE: {
    what: 'The language of the meetings. `auto` needs a multilingual model.',
    rule: z.string().regex(languageRule),
    allowed: 'a language code such as en, cy, fr or de, or auto',
    fallback: 'en',
  },
  APPLIANCE_TIMEZONE: {
    what: 'The time zone in which times are shown. They are stored in UTC.',
    rule: z.string().refine(isTimezone),
    allowed: 'a time zone name such as Europe/London',
    fallback: 'Europe/London',
  },
  APPLIANCE_GEOCODER_URL: {
    what: 'A geocoder on your network that is also asked for meeting places.',
    unset: 'none: nothing that is typed leaves the appliance',
    rule: z
      .string()
      .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
      .transform((text) => (text.endsWith('/') ? text : `${text}/`)),
    allowed: 'the web address of a Photon or Nominatim server, without /api or /search',
    fallback: '',
  },
  APPLIANCE_GEOCODER: {
    what: 'What kind of server APPLIANCE_GEOCODER_URL is.',
    rule: z.enum(['photon', 'nominatim']),
    allowed: 'photon or nominatim',
    fallback: 'photon',
  },
  APPLIANCE_FEED_HOSTS: {
    what: 'Private addresses whose news feeds may be read. All other private addresses are refused.',
    unset: 'none',
    rule: listOf((word) => isNetwork(word) || hostName.test(word)),
    allowed:
      'names, addresses or networks, separated by commas, whose news feeds may be read although they are private',
    fallback: '',
  },
  APPLIANCE_TIMESTAMP_URL: {
    what: 'A time stamp server (RFC 3161) that is asked when a document is signed.',
    unset: "none: the appliance's own time stands alone",
    rule: z.string().refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
    allowed: 'the web address of a time stamp server (RFC 3161)',
    fallback: '',
  },
  APPLIANCE_DIARISATION: {
    what: '`0` turns speaker diarisation off for everybody.',
    rule: flag,
    allowed: '1 or 0',
    fallback: '1',
  },
  OLLAMA_HOST: {
    what: 'Where Ollama, which runs the language model, answers.',
    rule: z
      .string()
      .transform(ollamaUrl)
      .refine((url) => url !== ''),
    allowed: 'where Ollama answers, such as http://127.0.0.1:11434 or models.example.co.uk:11434',
    fallback: 'http://127.0.0.1:11434',
  },
  APPLIANCE_OLLAMA_BIN: {
    what: 'An Ollama program that the appliance runs itself. The container image sets it.',
    unset: 'none',
    rule: z.string().min(1),
    allowed: 'the path of an ollama program that the appliance runs itself, at the address in OLLAMA_HOST',
    fallback: '',
  },
  APPLIANCE_IMAGE_MODELS_DIR: {
    what: 'Models that came with the container image. The image sets it.',
    unset: 'none',
    rule: z.string().min(1),
    allowed: 'a folder with models that came with the image: speech/ and ollama/',
    fallback: '',
  },
  APPLIANCE_OLLAMA_HERE: {
    what: 'Whether Ollama runs on this machine; on a small machine the language model then waits for speech.',
    unset: 'decided by OLLAMA_HOST',
    rule: flag,
    allowed: '1 or 0; if left out, the address in OLLAMA_HOST decides',
    fallback: '',
  },
  APPLIANCE_OFFLINE: {
    what: '`1`: nothing is ever downloaded.',
    rule: flag,
    allowed: '1 or 0',
    fallback: '0',
  },
  APPLIANCE_ENGINE_DIR: {
    what: 'The speech engine. The start script sets it.',
    unset: 'set by `npm start`',
    rule: z.string().min(1),
    allowed: 'a folder with bin/whisper-server',
    fallback: '',
  },
  APPLIANCE_SECURITY_CONTACT: {
    what: 'Whom to tell of a weakness: shown at /.well-known/security.txt (RFC 9116).',
    unset: 'none: there is no such page',
    rule: z.string().regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\S+)$/),
    allowed: 'an address such as mailto:it@example.co.uk or https://example.co.uk/security',
    fallback: '',
  },
  APPLIANCE_SYSLOG: {
    what: 'A syslog server (RFC 5424) that receives the audit log.',
    unset: 'none',
    rule: z
      .string()
      .refine(
        (text) =>
          URL.canParse(text) && /^(udp|tcp):$/.test(new URL(text).protocol) && !!new URL(text).hostname,
      ),
    allowed: 'where the audit log is passed on, such as udp://logs.example.co.uk:514 or tcp://10.0.0.5:601',
    fallback: '',
  },
  APPLIANCE_SMTP_URL: {
    what: 'The mail server, for reminders and minutes. Without it no email is sent.',
    unset: 'none',
    rule: z
      .string()
      .refine(
        (text) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && !!new URL(text).hostname,
      ),
    allowed: 'an address such as smtp://name:password@mail.example.co.uk:587 or smtps://mail.example.co.uk',
    fallback: '',
  },
  APPLIANCE_MAIL_FROM: {
    what: 'Whom email comes from.',
    unset: '`Meeting Appliance <appliance@` and the mail server’s name',
    rule: z.string().regex(/^([^<>@\r\n]*<)?[^\s@<>]+@[^\s@<>]+>?$/),
    allowed: 'an email address, such as Board minutes <minutes@example.co.uk>',
    fallback: '',
  },
  APPLIANCE_SMS_WEBHOOK: {
    what: 'A gateway for text messages: each is posted to it as JSON, `{ "to": "+44…", "text": "…" }`.',
    unset: 'none',
    rule: z.string().refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
    allowed: 'an address that begins with http or https',
    fallback: '',
  },
  APPLIANCE_LOG: {
    what: 'How much is logged on standard error, as JSON lines. `logs` in the data directory keeps the last 45 MB of each program.',
    unset: '`info`; in a terminal `warn`',
    rule: z.enum(['silent', 'error', 'warn', 'info', 'debug']),
    allowed: 'silent, error, warn, info or debug',
    // Somebody who watches a terminal wants to hear of trouble; a service's log wants more.
    fallback: process.stderr.isTTY ? 'warn' : 'info',
  },
  FFMPEG_BIN: {
    what: 'The ffmpeg to use.',
    unset: 'ffmpeg-static if it runs, otherwise the one on PATH',
    rule: z.string().min(1),
    allowed: 'the path of an ffmpeg program',
    fallback: '',
  },
} satisfies Record<
  string,
  { what: string; unset?: string; rule: z.ZodType; allowed: string; fallback: string }
>
