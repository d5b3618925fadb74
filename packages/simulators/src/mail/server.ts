/** A loopback SMTP server that stores mail, refuses what a real server refuses, and fails on demand. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { AddressInfo, Socket } from 'node:net'
import { domainToASCII } from 'node:url'
import type { SMTPServerAuthentication, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { SMTPServer } from 'smtp-server'
import { Inbox } from './inbox.ts'

/** A running simulator. `smtpUrl` carries user and password, random at each start. */
export type MailSimulator = { smtpUrl: string; inbox: Inbox; control: MailControl; close: () => Promise<void> }

/** `port` 0 uses a free one. `storeDir` keeps messages over restarts. */
export type MailOptions = { port?: number; storeDir?: string }

/** A fault for this many mails (1 by default), to addresses that contain `match.to`. */
export type MailFault = {
  /** reject: 550 for the recipient · temporary: 451 after the message · hang: no answer to the message · drop: the connection
   *  breaks in the middle of the message. */
  kind: 'reject' | 'temporary' | 'hang' | 'drop'
  times?: number
  match?: { to?: string }
}

const MAX_SIZE = 10 * 1024 * 1024
const MAX_RECIPIENTS = 50
/** Bounded and without nested repetition, so that no address takes long to read. */
const ADDRESS = /^[^\s@<>()[\],;:"\\]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z0-9-]{2,63}$/i

/** Sets and counts the faults of a mail simulator. */
export class MailControl {
  #waiting: { fault: MailFault; left: number }[] = []

  /** Replaces all waiting faults; `null` removes them. */
  set({ fault }: { fault: MailFault | readonly MailFault[] | null }): void {
    const faults = fault === null ? [] : [fault].flat()
    this.#waiting = faults.map((each) => ({ fault: each, left: each.times ?? 1 }))
  }

  reset(): void {
    this.#waiting = []
  }

  /** Takes the first matching fault of these kinds, and counts it down. */
  take(kinds: readonly MailFault['kind'][], to: readonly string[]): MailFault['kind'] | undefined {
    const found = this.#waiting.find(({ fault, left }) => {
      const wanted = fault.match?.to
      return (
        left > 0 &&
        kinds.includes(fault.kind) &&
        (wanted === undefined || to.some((address) => address.includes(wanted)))
      )
    })
    if (!found) return undefined
    found.left -= 1
    return found.fault.kind
  }
}

/** Starts the simulator on 127.0.0.1. */
export async function startMail({ port = 0, storeDir }: MailOptions = {}): Promise<MailSimulator> {
  const inbox = await Inbox.open(storeDir)
  const control = new MailControl()
  const login = { user: `sandbox-${randomBytes(4).toString('hex')}`, pass: randomBytes(18).toString('base64url') }
  const sockets = new Map<number | undefined, Socket>()
  const server = new SMTPServer({
    name: 'mail.sandbox.localhost',
    banner: 'sandbox inbox',
    size: MAX_SIZE,
    authOptional: true,
    allowInsecureAuth: true,
    authMethods: ['PLAIN'],
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 50,
    onAuth: (auth, _session, done) =>
      isLogin(auth, login)
        ? done(null, { user: login.user })
        : done(refusal(535, '5.7.8 Authentication credentials invalid')),
    onMailFrom: ({ address }, _session, done) =>
      done(address === '' || ADDRESS.test(address) ? null : refusal(553, '5.1.7 Bad sender address syntax')),
    onRcptTo: ({ address }, session, done) => done(checkRecipient(control, asSent(address), session)),
    onData: (stream, session, reply) => {
      const drop = (): void => void sockets.get(session.remotePort)?.destroy()
      void takeIn({ inbox, control, drop }, stream, session, reply)
    },
  })
  // Clients may disconnect; without a listener the error event would end the process.
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    sockets.set(socket.remotePort, socket)
    const { remotePort } = socket
    socket.on('close', () => sockets.delete(remotePort))
  })
  const address = await listen(server, port)
  return {
    smtpUrl: `smtp://${login.user}:${login.pass}@127.0.0.1:${address.port}`,
    inbox,
    control,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets.values()) socket.destroy()
      }),
  }
}

function listen(server: SMTPServer, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.server.address()
      if (address === null || typeof address === 'string') reject(new Error('The mail simulator has no port.'))
      else resolve(address)
    })
  })
}

function isLogin(
  { username = '', password = '' }: SMTPServerAuthentication,
  { user, pass }: { user: string; pass: string },
): boolean {
  const given = Buffer.from(`${username}\0${password}`)
  const wanted = Buffer.from(`${user}\0${pass}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** The SMTP library turns `xn--` domains into the letters they stand for. */
function asSent(address: string): string {
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + domainToASCII(address.slice(at))
}

function checkRecipient(control: MailControl, address: string, session: SMTPServerSession): Error | null {
  if (!ADDRESS.test(address)) return refusal(553, '5.1.3 Bad recipient address syntax')
  if (session.envelope.rcptTo.length >= MAX_RECIPIENTS) return refusal(452, '4.5.3 Too many recipients')
  return control.take(['reject'], [address])
    ? refusal(550, `5.1.1 <${address}>: Recipient address rejected: User unknown`)
    : null
}

type Receiver = { inbox: Inbox; control: MailControl; drop: () => void }

async function takeIn(
  receiver: Receiver,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  reply: (error?: Error | null, message?: string) => void,
): Promise<void> {
  const outcome = await receive(receiver, stream, session)
  if (outcome instanceof Error) reply(outcome)
  else if (outcome !== undefined) reply(null, `2.0.0 Ok: queued as ${outcome}`)
}

/**
 * Receives a message: returns its id or the refusal, or `undefined` when a fault leaves the client without a response.
 */
async function receive(
  { inbox, control, drop }: Receiver,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<string | Error | undefined> {
  const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address
  const to = session.envelope.rcptTo.map(({ address }) => asSent(address))
  const fault = control.take(['temporary', 'hang', 'drop'], to)
  if (fault === 'drop') {
    drop()
    return undefined
  }
  try {
    const raw = await readMessage(stream)
    if (raw === undefined) return refusal(552, '5.3.4 Message size exceeds fixed limit')
    if (fault === 'temporary') return refusal(451, '4.3.0 Temporary failure, please try again later')
    if (fault === 'hang') return undefined
    if (!hasFrom(raw)) return refusal(550, '5.7.1 Messages missing a valid From header are not accepted')
    return (await inbox.add(raw, { from, to })).id
  } catch {
    return refusal(451, '4.3.0 Cannot store the message')
  }
}

/** The message as sent; `undefined` when it is too large, after it was read to its end. */
async function readMessage(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= MAX_SIZE) parts.push(part)
  }
  return size > MAX_SIZE || stream.sizeExceeded ? undefined : Buffer.concat(parts)
}

/** Whether the header section names a sender. */
function hasFrom(raw: Buffer): boolean {
  const end = raw.indexOf('\r\n\r\n')
  return /^from:[ \t]*\S/im.test(raw.subarray(0, end < 0 ? raw.length : end).toString('latin1'))
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
