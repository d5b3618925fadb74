// Inbound mail from a mailbox that IMAP reads. A mail stays in it, marked as read once it is stored here.
import { LRUCache } from 'lru-cache'
import type { InboundMailService } from '../../lib/inbound-mail.ts'
import type { ImapSettings } from '../../lib/settings.ts'
import { listenToMailbox } from './listen.ts'
import { connectTo, createReader, type MailboxClient, nameOf, uidIn } from './mailbox.ts'
import { fileIn, type Known, type ReadMail } from './parse.ts'
import { MAX_INLINE_BYTES, parseInWorker } from './parse-in-worker.ts'

export interface ImapOptions {
  readonly domain: string
  readonly mailbox: ImapSettings
  /** Reads reports about mails that we sent by a service with a webhook. */
  readonly readEvent?: InboundMailService['readEvent'] | undefined
  readonly parse?: typeof parseInWorker
}

/** Files of 25 MB as they travel, in base64. */
const MAX_MAIL_BYTES = 36_000_000
/** Enough for the text of a mail that is too large to be read as a whole. */
const BEGINNING_BYTES = 512_000
/** Each recipient and file of a mail reads it, all within moments. */
const KEPT = { max: 100, maxSize: 80_000_000, ttl: 60_000 }

type Found = Known & { readonly bytes: number }

async function findMail(client: MailboxClient, uid: string | undefined, id: string): Promise<Found | undefined> {
  const found = uid !== undefined && (await client.fetchOne(uid, { size: true, internalDate: true }, { uid: true }))
  if (!found) return undefined
  const { size: bytes = 0, internalDate } = found
  const at = new Date(internalDate ?? Date.now()).getTime()
  return { id, at, bytes, ...(bytes > MAX_MAIL_BYTES && { size: bytes }) }
}

async function readSource(
  client: MailboxClient,
  uid: string | undefined,
  { size }: Found,
): Promise<Buffer | undefined> {
  const source = size === undefined ? true : { start: 0, maxLength: BEGINNING_BYTES }
  const found = uid !== undefined && (await client.fetchOne(uid, { source }, { uid: true }))
  return found ? found.source : undefined
}

export function createImap({ domain, mailbox, readEvent, parse = parseInWorker }: ImapOptions): InboundMailService {
  const name = nameOf(mailbox)
  const uidOf = ({ mailbox: opened }: MailboxClient, id: string) =>
    opened ? uidIn(id, name, opened.uidValidity) : undefined
  const connect = (signal?: AbortSignal) => connectTo(mailbox, signal)
  const reader = createReader({ connect, folder: mailbox.folder })
  /** Reads long mails, one at a time: each may take half a minute and much memory, and others must not wait for it. */
  const longReader = createReader({ connect, folder: mailbox.folder })
  const recentMails = new LRUCache<string, ReadMail>({ ...KEPT, ttlAutopurge: true })
  const reading = new Map<string, Promise<ReadMail | undefined>>()
  const readNow = async (id: string): Promise<ReadMail | undefined> => {
    const found = await reader.use((client) => findMail(client, uidOf(client, id), id))
    if (!found) return undefined
    return (found.bytes > MAX_INLINE_BYTES ? longReader : reader).use(async (client) => {
      const source = await readSource(client, uidOf(client, id), found)
      if (!source) return undefined
      const mail = await parse(source, found)
      recentMails.set(id, mail, { size: 1 + 2 * source.length })
      return mail
    })
  }
  const read = async (id: string): Promise<ReadMail | undefined> => {
    const known = recentMails.get(id)
    if (known) return known
    const running = reading.get(id) ?? readNow(id).finally(() => reading.delete(id))
    reading.set(id, running)
    return running
  }
  return {
    domain,
    readEvent(request) {
      const read = readEvent?.(request) ?? { reason: 'unconfigured' as const }
      // Mail itself arrives in the mailbox.
      return 'reason' in read || !read.event ? read : {}
    },
    fetch: async (_region, id) => (await read(id))?.mail,
    async attachment(_region, mailId, id) {
      const mail = await read(mailId)
      if (!mail) throw new Error('the mail is gone')
      return fileIn(mail, id)
    },
    listen: (deps) => listenToMailbox({ connect, domain, mailbox }, deps),
    close: async () => void (await Promise.all([reader.close(), longReader.close()])),
  }
}
