/**
 * The messages a mail simulator received: in memory, and as files if it has a folder, so that they survive a restart.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Mail = {
  id: string
  /** As in the header: `Name <address>` or the address alone. */
  from: string
  /** Envelope recipients, including hidden ones, in lower case. */
  to: string[]
  subject: string
  text: string
  /** Absent when the message has none. */
  html?: string
  /** The reply address, if the message has one. */
  replyTo?: string
  /** Names in lower case. */
  headers: Record<string, string>
  /** As in the header, with brackets; empty without one. */
  messageId: string
  /** When it arrived, ISO 8601. */
  date: string
  /** Bytes of the message as sent. */
  size: number
  /** Names of the attached files. */
  attachments: string[]
}

export type Envelope = { from: string; to: string[] }

/** Older messages are forgotten, files included. */
const KEPT = 200
const FILE = /^(\d{13}-[a-z0-9]{12})\.eml$/

type Stored = { mail: Mail; raw: Buffer }
type Waiter = { fits: (mail: Mail) => boolean; done: (mail: Mail) => void }

export class Inbox {
  readonly #folder: string | undefined
  readonly #waiters = new Set<Waiter>()
  #stored: Stored[] = []
  #lastTime = 0

  private constructor(folder: string | undefined) {
    this.#folder = folder
  }

  /** Opens the inbox and reads what its folder holds; the folder is made when it is missing. */
  static async open(folder?: string): Promise<Inbox> {
    const inbox = new Inbox(folder)
    if (folder !== undefined) await inbox.#load(folder)
    return inbox
  }

  /** The newest messages first, at most `limit` (50), of one recipient when `to` is given. */
  list({ to, limit = 50 }: { to?: string; limit?: number } = {}): Mail[] {
    const wanted = to?.toLowerCase()
    return this.#stored
      .map(({ mail }) => mail)
      .filter((mail) => wanted === undefined || mail.to.includes(wanted))
      .toReversed()
      .slice(0, limit)
  }

  get(id: string): Mail | undefined {
    return this.#stored.find(({ mail }) => mail.id === id)?.mail
  }

  /** The source of a message as it was sent, or `undefined`. */
  raw(id: string): Buffer | undefined {
    return this.#stored.find(({ mail }) => mail.id === id)?.raw
  }

  /** An attached file by its place in `attachments`, or `undefined`. */
  async file(id: string, place: number): Promise<{ name: string; mime: string; content: Buffer } | undefined> {
    const raw = this.raw(id)
    const found = raw && (await readMessage(raw)).attachments[place]
    if (!found) return undefined
    const { filename, mimeType, content } = found
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
    return { name: filename ?? mimeType, mime: mimeType, content: bytes }
  }

  /** The newest matching message, now or within `timeoutMs`; otherwise throws an error that lists the received ones. */
  waitFor(fits: (mail: Mail) => boolean, timeoutMs = 5_000): Promise<Mail> {
    const known = this.#stored.findLast(({ mail }) => fits(mail))?.mail
    if (known) return Promise.resolve(known)
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        fits,
        done: (mail) => {
          clearTimeout(timer)
          this.#waiters.delete(waiter)
          resolve(mail)
        },
      }
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter)
        const seen = this.list({ limit: 10 }).map(({ to, subject }) => `«${subject}» to ${to.join(', ')}`)
        reject(new Error(`No such mail within ${timeoutMs} ms. Arrived: ${seen.join('; ') || 'nothing'}.`))
      }, timeoutMs)
      this.#waiters.add(waiter)
    })
  }

  /** Removes every message and its file. */
  async clear(): Promise<void> {
    const gone = this.#stored
    this.#stored = []
    await Promise.all(gone.map((stored) => this.#remove(stored)))
  }

  /** Adds a message; resolves once it is on disk. Throws for an unreadable message. */
  async add(raw: Buffer, envelope: Envelope): Promise<Mail> {
    // File names sort by time, so two messages in one millisecond need distinct times.
    this.#lastTime = Math.max(Date.now(), this.#lastTime + 1)
    const id = `${this.#lastTime}-${randomBytes(6).toString('hex')}`
    const stored = { raw, mail: await parse(id, raw, envelope) }
    if (this.#folder !== undefined) await this.#write(this.#folder, stored, envelope)
    this.#stored.push(stored)
    this.#stored.sort((one, other) => (one.mail.id < other.mail.id ? -1 : 1))
    const old = this.#stored.splice(0, Math.max(0, this.#stored.length - KEPT))
    await Promise.all(old.map((each) => this.#remove(each)))
    for (const waiter of this.#waiters) if (waiter.fits(stored.mail)) waiter.done(stored.mail)
    return stored.mail
  }

  async #load(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const names = (await readdir(folder)).filter((name) => FILE.test(name)).sort()
    for (const name of names.slice(-KEPT)) {
      const { raw, envelope } = readStored(await readFile(join(folder, name)))
      const id = name.slice(0, -'.eml'.length)
      this.#stored.push({ raw, mail: await parse(id, raw, envelope) })
    }
    for (const name of names.slice(0, -KEPT)) await rm(join(folder, name), { force: true })
    this.#lastTime = Number(names.at(-1)?.split('-')[0] ?? 0)
  }

  async #write(folder: string, { mail, raw }: Stored, { from, to }: Envelope): Promise<void> {
    const head = Buffer.from(`Return-Path: <${from}>\r\nX-Envelope-To: ${to.join(', ')}\r\n`)
    const path = join(folder, `${mail.id}.eml`)
    await writeFile(`${path}.new`, Buffer.concat([head, raw]), { mode: 0o600 })
    await rename(`${path}.new`, path)
  }

  async #remove({ mail }: Stored): Promise<void> {
    if (this.#folder !== undefined) await rm(join(this.#folder, `${mail.id}.eml`), { force: true })
  }
}

/** Takes the two envelope lines off a stored message. */
function readStored(file: Buffer): { raw: Buffer; envelope: Envelope } {
  const first = file.indexOf('\r\n')
  const second = file.indexOf('\r\n', first + 2)
  const from = /^Return-Path: <(.*)>$/.exec(file.subarray(0, first).toString())?.[1] ?? ''
  const to = /^X-Envelope-To: (.*)$/.exec(file.subarray(first + 2, second).toString())?.[1] ?? ''
  return { raw: file.subarray(second + 2), envelope: { from, to: to.split(', ').filter(Boolean) } }
}

async function readMessage(raw: Buffer) {
  // Loaded with the first message: an inbox may stay empty for long.
  const { default: PostalMime } = await import('postal-mime')
  return PostalMime.parse(raw)
}

async function parse(id: string, raw: Buffer, envelope: Envelope): Promise<Mail> {
  const message = await readMessage(raw)
  const address = message.from?.address ?? envelope.from
  const mail: Mail = {
    id,
    from: message.from?.name ? `${message.from.name} <${address}>` : address,
    to: envelope.to.map((recipient) => recipient.toLowerCase()),
    subject: message.subject ?? '',
    text: (message.text ?? '').replace(/\n$/, ''),
    date: new Date(Number(id.split('-')[0])).toISOString(),
    headers: Object.fromEntries(message.headers.map(({ key, value }) => [key.toLowerCase(), value])),
    messageId: message.messageId ?? '',
    size: raw.length,
    attachments: message.attachments.map(({ filename, mimeType }) => filename ?? mimeType),
  }
  const [answer] = message.replyTo ?? []
  if (answer?.address) mail.replyTo = answer.address
  return message.html === undefined ? mail : { ...mail, html: message.html }
}
