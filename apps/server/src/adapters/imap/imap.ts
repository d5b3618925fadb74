// Inbound mail from a mailbox that IMAP reads. A mail stays in it, marked as read once it is stored here.
import { LRUCache } from 'lru-cache'
import type { InboundMailService } from '../../lib/inbound-mail.ts'
import type { ImapSettings } from '../../lib/settings.ts'
import { listenToMailbox } from './listen.ts'
import { connectTo, createReader, type MailboxClient, uidIn } from './mailbox.ts'
import { fileIn, type ReadMail } from './parse.ts'
import { parseApart } from './parse-apart.ts'

export interface ImapOptions {
  readonly domain: string
  readonly mailbox: ImapSettings
  /** Reads reports about mails that we sent by a service with a webhook. */
  readonly readEvent?: InboundMailService['readEvent'] | undefined
}

/** Files of 25 MB as they travel, in base64. */
const MAX_MAIL_BYTES = 36_000_000
/** Enough for the text of a mail that is too large to be read as a whole. */
const BEGINNING_BYTES = 512_000
/** Its files are fetched right after the mail. */
const KEPT = { max: 2, ttl: 60_000 }

async function fetchMail(client: MailboxClient, id: string): Promise<ReadMail | undefined> {
  const uid = client.mailbox ? uidIn(id, client.mailbox.uidValidity) : undefined
  if (uid === undefined) return undefined
  const known = await client.fetchOne(uid, { size: true, internalDate: true }, { uid: true })
  if (!known) return undefined
  const { size = 0 } = known
  const isWhole = size <= MAX_MAIL_BYTES
  const source = isWhole ? true : { start: 0, maxLength: BEGINNING_BYTES }
  const found = await client.fetchOne(uid, { source }, { uid: true })
  if (!found || !found.source) return undefined
  const at = new Date(known.internalDate ?? Date.now()).getTime()
  return parseApart(found.source, { id, at, ...(!isWhole && { size }) })
}

export function createImap({ domain, mailbox, readEvent }: ImapOptions): InboundMailService {
  const connect = (signal?: AbortSignal) => connectTo(mailbox, signal)
  const reader = createReader({ connect, folder: mailbox.folder })
  const kept = new LRUCache<string, ReadMail>({ ...KEPT, ttlAutopurge: true })
  const read = async (id: string): Promise<ReadMail | undefined> => {
    const known = kept.get(id)
    if (known) return known
    const mail = await reader.use((client) => fetchMail(client, id))
    if (mail && mail.files.length > 0) kept.set(id, mail)
    return mail
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
    close: reader.close,
  }
}
