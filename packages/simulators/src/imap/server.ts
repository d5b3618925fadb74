/** A loopback IMAP server with one account and one mailbox: the part of RFC 3501, 2177 and 4315 that readers of mail use. */
import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Mailbox } from './mailbox.ts'
import { serveSession, type Session } from './session.ts'

export interface ImapOptions {
  /** 0, the default, uses a free port. */
  readonly port?: number
  /** Without IDLE clients have to ask. */
  readonly withoutIdle?: boolean
}

export interface ImapSimulator {
  /** With user and password. */
  readonly url: string
  readonly user: string
  readonly password: string
  readonly mailbox: Mailbox
  /** The commands of all clients with their arguments, except passwords. */
  readonly commands: readonly string[]
  /** Delivers a message as a mail server does: `Delivered-To` names the recipient. Returns its UID. */
  readonly deliver: (raw: string | Buffer, to?: string) => number
  /** Closes all connections. */
  readonly drop: () => void
  /** Closes the connection that sends this command next, before or after it is executed. */
  readonly dropAt: (command: string, when?: 'before' | 'after') => void
  /** Accepts another password from now on. */
  readonly changePassword: (password: string) => void
  /** Gives all mails new UIDs and the mailbox a new UIDVALIDITY. */
  readonly renumber: () => void
  readonly close: () => Promise<void>
}

export async function startImap({ port = 0, withoutIdle = false }: ImapOptions = {}): Promise<ImapSimulator> {
  const user = `mailbox-${randomBytes(4).toString('hex')}`
  const first = randomBytes(12).toString('base64url')
  let password = first
  const mailbox: Mailbox = { uidValidity: Math.floor(Date.now() / 1000), uidNext: 1, mails: [] }
  const sockets = new Set<Socket>()
  const sessions = new Set<Session>()
  const commands: string[] = []
  const drops: { command: string; when: 'before' | 'after' }[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    const session = serveSession(socket, {
      mailbox,
      withoutIdle,
      isLogin: (given, secret) => given === user && secret === password,
      log: (line) => void commands.push(line),
      dropsAt: (name, when) => {
        const at = drops.findIndex((one) => one.command === name && one.when === when)
        if (at < 0) return false
        drops.splice(at, 1)
        return true
      },
    })
    sessions.add(session)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      sessions.delete(session)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `imap://${user}:${first}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    user,
    password: first,
    mailbox,
    commands,
    deliver(raw, to) {
      const text = Buffer.from(raw)
      const head = to === undefined ? '' : `Delivered-To: ${to}\r\n`
      const uid = mailbox.uidNext
      mailbox.uidNext += 1
      mailbox.mails.push({ uid, raw: Buffer.concat([Buffer.from(head), text]), flags: new Set(), at: new Date() })
      for (const session of sessions) session.tell()
      return uid
    },
    drop,
    dropAt: (command, when = 'before') => void drops.push({ command, when }),
    changePassword: (next) => void (password = next),
    renumber() {
      drop()
      mailbox.uidValidity += 1
      for (const [at, mail] of mailbox.mails.entries()) mail.uid = at + 1
      mailbox.uidNext = mailbox.mails.length + 1
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        drop()
      }),
  }
}
