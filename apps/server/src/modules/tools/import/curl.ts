// Imports a tool from a curl command. Secrets are not imported; they belong under Credentials.
import { cut } from '@parlance/contract/lib/text'
import { withExample } from '@parlance/engine/tools/examples'
import {
  type Collector,
  createCollector,
  type DraftField,
  type ImportResult,
  isIncidentalHeader,
  isForbidden,
  looksSecret,
  secretNameFor,
} from './collector.ts'
import { toolName } from '@parlance/engine/tools/naming'
import { splitShellWords } from './shell.ts'
import { TOOL_METHODS } from '@parlance/contract/tools/schemas'
import { isRecord } from '@parlance/contract/tools/values'
import { msg } from '@parlance/i18n/messages'

const TEXT_MAX = 200_000

interface Command {
  readonly urls: string[]
  readonly headers: string[]
  readonly data: { readonly kind: 'text' | 'urlencode' | 'json'; readonly text: string }[]
  method?: string
  user?: string
  cookie?: string
  seconds?: number
  inQuery: boolean
  readonly left: string[]
}

/** Short options with a value, mapped to their long names, including ignored ones. */
const SHORT_OPTIONS: Readonly<Record<string, string>> = {
  X: 'request',
  H: 'header',
  d: 'data',
  u: 'user',
  b: 'cookie',
  m: 'max-time',
  F: 'form',
  T: 'upload-file',
  A: 'user-agent',
  e: 'referer',
  o: 'output',
  w: 'write-out',
  x: 'proxy',
  c: 'cookie-jar',
  E: 'cert',
  K: 'config',
  r: 'range',
  y: 'speed-time',
  Y: 'speed-limit',
  z: 'time-cond',
  C: 'continue-at',
  D: 'dump-header',
  P: 'ftp-port',
  Q: 'quote',
  t: 'telnet-option',
}
const splitWords = (text: string): string[] => text.split(/\s+/).filter(Boolean)
const VALUE_OPTIONS = new Set([
  ...Object.values(SHORT_OPTIONS),
  ...splitWords(`url data-ascii data-raw data-binary data-urlencode json form-string oauth2-bearer
    connect-timeout retry retry-delay retry-max-time max-redirs limit-rate resolve connect-to interface dns-servers
    cacert key key-type cert-type pass ciphers proxy-user proxy-header unix-socket`),
])
const IGNORED_OPTIONS = new Set(
  splitWords(`s S L i v f g N # silent show-error location include verbose fail fail-with-body compressed globoff http1.1 http2
    no-buffer progress-bar output write-out dump-header user-agent referer connect-timeout retry retry-delay
    retry-max-time max-redirs`),
)

/** Never throws. Returns no tool and a note if the text is no curl command. */
export function importCurl(text: string): ImportResult {
  const collecting = createCollector()
  if (text.length > TEXT_MAX) {
    collecting.note(msg('curl_too_long'))
    return collecting.done()
  }
  const given = splitShellWords(text.replace(/^[\s$>]+/, ''))
  if (!/^(.*[\\/])?curl(\.exe)?$/i.test(given[0] ?? '')) {
    collecting.note(msg('curl_not_curl'))
    return collecting.done()
  }
  const command = readCommand(given.slice(1))
  for (const option of new Set(command.left)) collecting.note(msg('curl_option', { option: cut(option, 60) }))
  const url = urlOf(command, collecting)
  if (url !== undefined) addTool(command, url, collecting)
  return collecting.done()
}

function readCommand(given: readonly string[]): Command {
  const command: Command = { urls: [], headers: [], data: [], inQuery: false, left: [] }
  const rest = [...given].reverse()
  const next = () => rest.pop() ?? ''
  for (let word = rest.pop(); word !== undefined; word = rest.pop()) {
    if (word.startsWith('--') && word.length > 2) {
      const [, name = '', joined] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word) ?? []
      applyOption(command, name, VALUE_OPTIONS.has(name) ? (joined ?? next()) : '')
    } else if (/^-[^-]/.test(word)) readShort(command, word.slice(1), next)
    else command.urls.push(word)
  }
  return command
}

/** `-sXPOST` is `-s -X POST`. */
function readShort(command: Command, letters: string, next: () => string): void {
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] ?? ''
    const long = Object.hasOwn(SHORT_OPTIONS, letter) ? SHORT_OPTIONS[letter] : undefined
    if (long !== undefined) return applyOption(command, long, letters.slice(at + 1) || next())
    applyOption(command, letter, '')
  }
}

function applyOption(command: Command, name: string, value: string): void {
  if (name === 'request') command.method = value.toUpperCase()
  else if (name === 'header') command.headers.push(value)
  else if (name === 'url') command.urls.push(value)
  else if (name === 'user') command.user = value
  else if (name === 'oauth2-bearer') command.headers.push(`Authorization: Bearer ${value}`)
  else if (name === 'cookie') command.cookie = value
  else if (name === 'max-time') command.seconds = Number(value)
  else if (name === 'get' || name === 'G') command.inQuery = true
  else if (name === 'json') command.data.push({ kind: 'json', text: value })
  else if (name === 'data-urlencode') command.data.push({ kind: 'urlencode', text: value })
  else if (/^data(-ascii|-raw|-binary)?$/.test(name))
    command.data.push({ kind: name !== 'data-raw' && value.startsWith('@') ? 'urlencode' : 'text', text: value })
  else if (!IGNORED_OPTIONS.has(name)) command.left.push(name.length === 1 ? `-${name}` : `--${name}`)
}

function urlOf({ urls }: Command, { note }: Collector): string | undefined {
  const [first] = urls
  if (first === undefined || first.trim() === '') {
    note(msg('curl_no_address'))
    return undefined
  }
  if (urls.length > 1) note(msg('curl_first_address'))
  const named = first.trim().replaceAll(/\{\{\s*([^{}\s]+)\s*\}\}/g, '{$1}')
  if (/^https?:\/\//i.test(named)) return named
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(named)) {
    note(msg('curl_scheme'))
    return undefined
  }
  return `http://${named}`
}

function addTool(command: Command, url: string, collecting: Collector): void {
  const [, base = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(url) ?? []
  const headers = headerFields(command, base, collecting)
  const { fields, isForm } = dataFields(command, headers, collecting)
  const inPath = [...new Set([...base.matchAll(/\{([^{}]{1,200})\}/g)].map(([, key]) => key ?? ''))]
  const all = [
    ...inPath.map((key): DraftField => ({ key, in: 'path', required: true })),
    ...formFields(query, 'query'),
    ...headers,
    ...(isForm && !headers.some(({ key }) => key.toLowerCase() === 'content-type')
      ? [{ key: 'Content-Type', in: 'header', value: 'application/x-www-form-urlencoded' } as const]
      : []),
    ...fields,
  ].map((field) => withoutSecret(field, base, collecting))
  const seconds = Number.isFinite(command.seconds) ? Math.ceil(command.seconds ?? 0) : 0
  collecting.add({
    name: toolName(nameOf(methodOf(command, collecting), base)),
    method: methodOf(command, collecting),
    serverUrl: base,
    fields: all,
    ...(seconds > 0 ? { timeoutMs: Math.min(Math.max(seconds, 1), 60) * 1000 } : {}),
  })
}

function methodOf(command: Command, { note }: Collector): string {
  const implied = command.data.length > 0 && !command.inQuery ? 'POST' : 'GET'
  const asked = command.method ?? implied
  if ((TOOL_METHODS as readonly string[]).includes(asked)) return asked
  note(msg('curl_method', { method: cut(asked, 20) }))
  return implied
}

/** `get_orders` for `GET https://api.example.com/v1/orders/{id}`. */
function nameOf(method: string, base: string): string {
  const path = base.replace(/^https?:\/\/[^/]*/i, '').split('/')
  const words = path.filter((part) => part !== '' && !/[{}]/.test(part) && !/^(v\d+|api|rest)$/i.test(part))
  return [method.toLowerCase(), ...words.slice(-2)].join('_')
}

function headerFields(command: Command, url: string, { note }: Collector): DraftField[] {
  const fields = command.headers.flatMap((line): DraftField[] => {
    const [, key = '', value = ''] = /^([^:;]+)[:;]\s*([\s\S]*)$/.exec(line) ?? []
    const name = key.trim()
    if (name === '' || value.trim() === '' || isIncidentalHeader(name)) return []
    if (isForbidden(name)) {
      note(msg('curl_header', { name: cut(name, 60) }))
      return []
    }
    return [{ key: name, in: 'header', value: value.trim() }]
  })
  if (command.cookie !== undefined) fields.push({ key: 'Cookie', in: 'header', value: command.cookie })
  if (command.user !== undefined) {
    const name = secretNameFor(url, 'basic auth')
    fields.push({ key: 'Authorization', in: 'header', isEnv: true, value: name })
    note(msg('curl_store_basic', { name }))
  }
  return [...new Map(fields.map((field) => [field.key.toLowerCase(), field])).values()]
}

/** Replaces values that look like secrets by a reference to a secret. */
function withoutSecret(field: DraftField, url: string, { note }: Collector): DraftField {
  const { key, value = '' } = field
  if (field.isEnv || field.in === 'path' || !looksSecret(key)) return field
  const name = secretNameFor(url, key.toLowerCase() === 'authorization' ? 'token' : key)
  const [, scheme] = /^(bearer|token)\s+\S/i.exec(value) ?? []
  note(msg('curl_store_secret', { key: cut(key, 60), name }))
  const { example: _, ...rest } = field
  return { ...rest, description: '', type: 'string', isEnv: true, value: scheme ? `${scheme} {${name}}` : name }
}

function dataFields(command: Command, headers: DraftField[], { note }: Collector) {
  const place = command.inQuery ? 'query' : 'body'
  const texts = command.data.filter(({ kind, text }) => {
    const isFile = kind === 'urlencode' ? /^[^=]*@/.test(text) : false
    if (isFile) note(msg('curl_file_data'))
    return !isFile
  })
  if (texts.length === 0) return { fields: [], isForm: false }
  const type = headers.find(({ key }) => key.toLowerCase() === 'content-type')?.value ?? ''
  const whole = texts.map(({ text }) => text).join(texts[0]?.kind === 'json' ? '' : '&')
  const json = place === 'body' ? jsonOf(whole) : undefined
  if (isRecord(json)) {
    if (!/json/i.test(type)) dropContentType(headers)
    return { fields: Object.entries(json).map(([key, value]) => jsonField(key, value)), isForm: false }
  }
  const isForm = /^[^=&\s{[]{1,200}=/.test(whole) || (texts[0]?.kind === 'urlencode' && whole.includes('='))
  if (json !== undefined || /json|xml|text\/plain/i.test(type) || !isForm) {
    note(msg('curl_body'))
    return { fields: [], isForm: false }
  }
  const fields = texts.flatMap(({ kind, text }) =>
    kind === 'urlencode' ? plainPair(text, place) : formFields(text, place),
  )
  return { fields, isForm: place === 'body' }
}

/** JSON bodies are sent as JSON, whatever Content-Type curl would send. */
function dropContentType(headers: DraftField[]): void {
  const at = headers.findIndex(({ key }) => key.toLowerCase() === 'content-type')
  if (at >= 0) headers.splice(at, 1)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const example = (value: string): string => (value === '' ? '' : `For example: ${cut(value, 300)}`)

function jsonField(key: string, value: unknown): DraftField {
  const type = Array.isArray(value)
    ? 'array'
    : isRecord(value)
      ? 'object'
      : typeof value === 'boolean'
        ? 'boolean'
        : typeof value === 'number'
          ? Number.isInteger(value)
            ? 'integer'
            : 'number'
          : 'string'
  const shown = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
  return { key, in: 'body', type, required: value !== null, description: example(shown), ...withExample(value) }
}

function formFields(text: string, place: 'query' | 'body'): DraftField[] {
  const pairs = [...new URLSearchParams(text.slice(0, 100_000))].slice(0, 200)
  return [...new Map(pairs)].map(([key, value]) => ({
    key,
    in: place,
    required: true,
    description: example(value),
    ...withExample(value),
  }))
}

function plainPair(text: string, place: 'query' | 'body'): DraftField[] {
  const at = text.indexOf('=')
  if (at <= 0) return []
  const value = text.slice(at + 1)
  return [{ key: text.slice(0, at), in: place, required: true, description: example(value), ...withExample(value) }]
}
