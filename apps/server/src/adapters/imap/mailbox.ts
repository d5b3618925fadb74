// Connections to the mailbox. Each reads one folder and is replaced when it ends.
import { isIP } from 'node:net'
import type { ImapFlow } from 'imapflow'
import { sha256 } from '../../lib/crypto.ts'
import type { ImapSettings } from '../../lib/settings.ts'

export type MailboxClient = ImapFlow

const CONNECT_MS = 30_000
/** A command that gets no answer, and a server that stays silent although it is asked every minute. */
const SILENT_MS = 120_000
const MAX_LITERAL_BYTES = 40_000_000
const UNUSED_MS = 10_000

export const nameOf = ({ host, user, folder }: ImapSettings): string =>
  sha256(JSON.stringify([host, user, folder])).slice(0, 16)
/** UIDs are only valid together with the UIDVALIDITY of their mailbox, and another mailbox may use the same numbers. */
export const mailIdOf = (name: string, uidValidity: bigint, uid: number): string => `${name}.${uidValidity}.${uid}`
/** Undefined for a mail of another mailbox, and once the mailbox gave its mails new numbers. */
export const uidIn = (mailId: string, name: string, uidValidity: bigint): string | undefined =>
  mailId.startsWith(`${name}.${uidValidity}.`) ? /\.(\d+)$/.exec(mailId)?.[1] : undefined

const isLoopback = (host: string) => host === 'localhost' || (isIP(host) > 0 && /^(?:127\.|::1$)/.test(host))

/** Logs in and nothing more; the password travels unencrypted only within this machine. */
export async function connectTo(
  { host, port, isTls, user, password }: ImapSettings,
  signal?: AbortSignal,
): Promise<MailboxClient> {
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    host,
    port,
    secure: isTls,
    ...(!isTls && !isLoopback(host) && { doSTARTTLS: true }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    maxLiteralSize: MAX_LITERAL_BYTES,
    maxResponseSize: MAX_LITERAL_BYTES + 1_000_000,
  })
  // What fails rejects the running command as well.
  client.on('error', () => undefined)
  const stop = () => client.close()
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  try {
    await client.connect()
  } finally {
    signal?.removeEventListener('abort', stop)
  }
  return client
}

interface ReaderDeps {
  readonly connect: () => Promise<MailboxClient>
  readonly folder: string
}

/** One connection for all reading of this process, closed when nobody uses it. */
export function createReader({ connect, folder }: ReaderDeps) {
  let opened: Promise<MailboxClient> | undefined
  let users = 0
  let unused: NodeJS.Timeout | undefined
  const close = async () => {
    clearTimeout(unused)
    const closing = opened
    opened = undefined
    const client = await closing?.catch(() => undefined)
    client?.close()
  }
  const usable = async (): Promise<MailboxClient> => {
    const now = opened
    const client = await now?.catch(() => undefined)
    if (client?.usable) return client
    if (opened === now) opened = connect()
    return opened ?? connect()
  }
  return {
    close,
    async use<Result>(work: (client: MailboxClient) => Promise<Result>): Promise<Result> {
      clearTimeout(unused)
      users += 1
      try {
        const client = await usable()
        const lock = await client.getMailboxLock(folder, { readOnly: true })
        try {
          return await work(client)
        } finally {
          lock.release()
        }
      } finally {
        users -= 1
        if (users === 0) unused = setTimeout(() => void close(), UNUSED_MS).unref()
      }
    },
  }
}
