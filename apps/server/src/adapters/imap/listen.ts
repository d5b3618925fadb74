// Watches the mailbox for new mails: by IDLE where the server has it, else by asking. One process does it at a time.
import { setImmediate as yieldToEventLoop, setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import { localPartOf, type MailboxListener } from '../../lib/inbound-mail.ts'
import type { ImapSettings } from '../../lib/settings.ts'
import { type MailboxClient, mailIdOf, nameOf } from './mailbox.ts'
import { eventOf } from './parse.ts'

export interface ListenOptions {
  readonly connect: (signal: AbortSignal) => Promise<MailboxClient>
  readonly domain: string
  readonly mailbox: ImapSettings
}

const BACKOFF_MS = [500, 1000, 2000, 5000, 15_000, 30_000, 60_000] as const
/** Between two checks without a notice of new mail: servers lose some. */
const CHECK_MS = { withIdle: 60_000, without: 15_000 } as const
const BATCH = 50
const MAX_HEAD_BYTES = 64_000
const MAX_RECIPIENTS = 100
/** Age of the unread mails that the first check takes: repeats are known for a day longer. */
const UNREAD_DAYS = 7

/** The last mail that was checked. */
const Position = z.object({ mailbox: z.string(), uidValidity: z.string(), uid: z.number() })
type Position = z.infer<typeof Position>

export async function listenToMailbox(options: ListenOptions, listener: MailboxListener): Promise<void> {
  const { signal, log } = listener
  const { connect, domain, mailbox } = options
  const watching = { domain, folder: mailbox.folder, name: nameOf(mailbox) }
  const position = { now: Position.safeParse(listener.state).data }
  let failures = 0
  while (!signal.aborted) {
    try {
      const client = await connect(signal).catch(async (error: unknown) => {
        if (!signal.aborted) await listener.report(problemOf(error)).catch(() => undefined)
        throw error
      })
      await watch(client, watching, listener, position, () => (failures = 0))
    } catch (error) {
      if (signal.aborted) break
      log.warn({ err: error }, 'the mailbox is not watched')
    }
    failures += 1
    const wait = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1]
    await sleep(wait, undefined, { signal }).catch(() => undefined)
  }
}

const problemOf = (error: unknown) =>
  (error as { authenticationFailed?: boolean }).authenticationFailed === true
    ? msg('email_mailbox_refused')
    : msg('email_mailbox_unreachable')

interface WatchedMailbox {
  readonly domain: string
  readonly folder: string
  /** Identifies the mailbox. */
  readonly name: string
}

/** Ends when the connection does. */
async function watch(
  client: MailboxClient,
  { domain, folder, name }: WatchedMailbox,
  listener: MailboxListener,
  position: { now: Position | undefined },
  onChecked: () => void,
): Promise<void> {
  const { signal } = listener
  const close = () => client.close()
  signal.addEventListener('abort', close, { once: true })
  let wake = () => {}
  client.on('exists', () => wake())
  client.on('close', () => wake())
  try {
    await client.mailboxOpen(folder).catch(async (error: unknown) => {
      if (client.usable) await listener.report(msg('email_mailbox_no_folder', { folder })).catch(() => undefined)
      throw error
    })
    await listener.report()
    const every = client.capabilities.has('IDLE') ? CHECK_MS.withIdle : CHECK_MS.without
    while (!signal.aborted) {
      let timer: NodeJS.Timeout | undefined
      const woken = new Promise<void>((resolve) => {
        wake = resolve
        timer = setTimeout(resolve, every)
      })
      await client.noop()
      await takeNew(client, { domain, name }, listener, position)
      onChecked()
      // Ends with the next command.
      const idling = client.usable && client.idle().catch(() => undefined)
      await woken
      clearTimeout(timer)
      if (!client.usable) return
      void idling
    }
  } finally {
    signal.removeEventListener('abort', close)
    client.close()
  }
}

async function takeNew(
  client: MailboxClient,
  { domain, name }: Pick<WatchedMailbox, 'domain' | 'name'>,
  listener: MailboxListener,
  position: { now: Position | undefined },
): Promise<void> {
  if (!client.mailbox) return
  const { uidValidity, uidNext } = client.mailbox
  const { now } = position
  const isKnown = now?.mailbox === name && now.uidValidity === String(uidValidity)
  const last = isKnown ? now.uid : 0
  const since = new Date(Date.now() - UNREAD_DAYS * DAY_MS)
  // `7:*` finds the last mail even where its UID is smaller.
  const query = isKnown ? { uid: `${last + 1}:*` } : { seen: false, since }
  const found = (await client.search(query, { uid: true })) || []
  const uids = found.filter((uid) => uid > last).toSorted((a, b) => a - b)
  let saved = last
  const savePosition = async (uid: number) => {
    const next = { mailbox: name, uidValidity: String(uidValidity), uid }
    await listener.keep(next)
    position.now = next
    saved = uid
  }
  for (let at = 0; at < uids.length; at += BATCH) {
    const batch = uids.slice(at, at + BATCH)
    await takeBatch(client, { domain, name, uids: batch, uidValidity }, listener)
    await savePosition(batch.at(-1) ?? last)
  }
  // After the first check: what others have read before is not ours.
  if (!isKnown) await savePosition(Math.max(saved, uidNext - 1))
}

async function takeBatch(
  client: MailboxClient,
  {
    domain,
    name,
    uids,
    uidValidity,
  }: Pick<WatchedMailbox, 'domain' | 'name'> & { readonly uids: readonly number[]; readonly uidValidity: bigint },
  { take, signal, log }: MailboxListener,
): Promise<void> {
  const query = { bodyParts: [{ key: 'HEADER', maxLength: MAX_HEAD_BYTES }] }
  const heads = await client.fetchAll([...uids], query, { uid: true })
  for (const { uid, headers: head } of heads.toSorted((a, b) => a.uid - b.uid)) {
    if (signal.aborted) throw new Error('stopped')
    const id = mailIdOf(name, uidValidity, uid)
    const event =
      head &&
      (await eventOf(head, id).catch((error: unknown) => log.warn({ err: error, id }, 'a mail is not readable')))
    // A hostile head takes 200 ms.
    await yieldToEventLoop()
    const ours = event?.to.filter((address) => localPartOf(address, domain) !== undefined) ?? []
    if (!event || ours.length === 0 || !(await take({ ...event, to: ours.slice(0, MAX_RECIPIENTS) }))) continue
    const isMarked = await client.messageFlagsAdd([uid], ['\\Seen'], { uid: true })
    if (!isMarked && !client.usable) throw new Error('a stored mail was not marked as read')
  }
}
