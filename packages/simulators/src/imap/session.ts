/** One connection of the IMAP simulator. Commands are refused in the wrong state, as RFC 3501 says. */
import type { Socket } from 'node:net'
import { type Argument, BadCommand, type Command, inSet, parseCommand } from './command.ts'
import { fetchItems, matches } from './messages.ts'
import type { Mailbox, StoredMail } from './mailbox.ts'

export interface SessionDeps {
  readonly mailbox: Mailbox
  readonly withoutIdle: boolean
  readonly isLogin: (user: string, password: string) => boolean
  readonly log: (line: string) => void
  readonly dropsAt: (command: string, when: 'before' | 'after') => boolean
}
export interface Session {
  /** A mail arrived: reported at once while the client idles, else with its next command. */
  readonly tell: () => void
}

class No extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const FLAGS = ['\\Answered', '\\Flagged', '\\Deleted', '\\Seen', '\\Draft']
const MAX_COMMAND = 64_000
const NEEDS_MAILBOX = new Set(['UID SEARCH', 'UID FETCH', 'UID STORE', 'CLOSE', 'UNSELECT'])
const NEEDS_LOGIN = new Set(['SELECT', 'EXAMINE', 'LIST', 'LSUB', 'STATUS', 'IDLE', ...NEEDS_MAILBOX])

const textOf = (argument: Argument | undefined, what: string): string => {
  if (typeof argument !== 'string') throw new BadCommand(`${what} is missing`)
  return argument
}

export function serveSession(socket: Socket, deps: SessionDeps): Session {
  const { mailbox, withoutIdle } = deps
  const capabilities = `IMAP4rev1 AUTH=PLAIN SASL-IR UIDPLUS UNSELECT${withoutIdle ? '' : ' IDLE'}`
  let isLoggedIn = false
  let selected: 'no' | 'read' | 'write' = 'no'
  let told = 0
  let waits: { readonly tag: string; readonly for: 'credentials' | 'DONE' } | undefined
  let received = Buffer.alloc(0)

  const write = (line: string | Buffer) => void socket.write(line)
  const line = (text: string) => write(`${text}\r\n`)
  const news = () => {
    if (selected === 'no' || told === mailbox.mails.length) return
    told = mailbox.mails.length
    line(`* ${told} EXISTS`)
  }

  const logIn = (tag: string, user: string, password: string) => {
    if (isLoggedIn) throw new BadCommand('already logged in')
    if (!deps.isLogin(user, password)) throw new No('AUTHENTICATIONFAILED', 'Authentication failed.')
    isLoggedIn = true
    line(`${tag} OK [CAPABILITY ${capabilities}] Logged in`)
  }
  const credentials = (tag: string, base64: string) => {
    const [, user = '', password = ''] = Buffer.from(base64, 'base64').toString().split('\0')
    logIn(tag, user, password)
  }
  const select = (tag: string, name: string, mode: 'read' | 'write') => {
    selected = 'no'
    if (name.toUpperCase() !== 'INBOX') throw new No('NONEXISTENT', 'Mailbox does not exist')
    selected = mode
    told = mailbox.mails.length
    line(`* FLAGS (${FLAGS.join(' ')})`)
    line(`* OK [PERMANENTFLAGS (${mode === 'write' ? [...FLAGS, '\\*'].join(' ') : ''})] Flags permitted`)
    line(`* ${told} EXISTS`)
    line('* 0 RECENT')
    line(`* OK [UIDVALIDITY ${mailbox.uidValidity}] UIDs valid`)
    line(`* OK [UIDNEXT ${mailbox.uidNext}] Predicted next UID`)
    line(`${tag} OK [READ-${mode === 'write' ? 'WRITE' : 'ONLY'}] Selected`)
  }
  /** Mails of a set of UIDs, with their sequence numbers. */
  const chosen = (set: Argument | undefined): (readonly [number, StoredMail])[] => {
    const isIn = inSet(textOf(set, 'the set of messages'), mailbox.mails.at(-1)?.uid ?? 0)
    return mailbox.mails.map((mail, at) => [at + 1, mail] as const).filter(([, { uid }]) => isIn(uid))
  }
  const store = ([set, action, given]: readonly Argument[]) => {
    if (selected !== 'write') throw new No('READ-ONLY', 'The mailbox is open for reading')
    const [, sign = '', silent] = /^([+-]?)FLAGS(\.SILENT)?$/i.exec(textOf(action, 'the action')) ?? []
    if (!/^[+-]?FLAGS(?:\.SILENT)?$/i.test(textOf(action, 'the action'))) throw new BadCommand('unknown action')
    const flags = [given ?? []].flat().map((flag) => textOf(flag as Argument, 'the flag'))
    for (const [number, mail] of chosen(set)) {
      if (sign === '') mail.flags.clear()
      for (const flag of flags)
        if (sign === '-') mail.flags.delete(flag)
        else mail.flags.add(flag)
      if (!silent) line(`* ${number} FETCH (UID ${mail.uid} FLAGS (${[...mail.flags].join(' ')}))`)
    }
  }

  const run = ({ tag, name, args }: Command): void => {
    if (NEEDS_LOGIN.has(name) && !isLoggedIn) throw new BadCommand('log in first')
    if (NEEDS_MAILBOX.has(name) && selected === 'no') throw new BadCommand('select a mailbox first')
    switch (name) {
      case 'CAPABILITY':
        line(`* CAPABILITY ${capabilities}`)
        break
      case 'NOOP':
        break
      case 'LOGIN':
        return logIn(tag, textOf(args[0], 'the user'), textOf(args[1], 'the password'))
      case 'AUTHENTICATE':
        if (textOf(args[0], 'the mechanism').toUpperCase() !== 'PLAIN') throw new No('CANNOT', 'Unknown mechanism')
        if (args[1] !== undefined) return credentials(tag, textOf(args[1], 'the response'))
        waits = { tag, for: 'credentials' }
        return line('+ ')
      case 'SELECT':
      case 'EXAMINE':
        return select(tag, textOf(args[0], 'the mailbox'), name === 'SELECT' ? 'write' : 'read')
      case 'LIST':
      case 'LSUB':
        if (args.length !== 2) throw new BadCommand('LIST has two arguments')
        if (args[1] === '') line(`* ${name} (\\Noselect) "/" ""`)
        else if (/^(?:inbox|\*|%)$/i.test(String(args[1]))) line(`* ${name} (\\HasNoChildren) "/" INBOX`)
        break
      case 'UID SEARCH': {
        const found = mailbox.mails.filter((mail) => matches(mail, args, mailbox.mails.at(-1)?.uid ?? 0))
        line(`* SEARCH${found.map(({ uid }) => ` ${uid}`).join('')}`)
        break
      }
      case 'UID FETCH':
        for (const [number, mail] of chosen(args[0])) write(fetchItems(number, mail, args[1]))
        break
      case 'UID STORE':
        store(args)
        break
      case 'IDLE':
        if (withoutIdle) throw new BadCommand('unknown command')
        news()
        waits = { tag, for: 'DONE' }
        return line('+ idling')
      case 'CLOSE':
      case 'UNSELECT':
        selected = 'no'
        break
      case 'LOGOUT':
        line('* BYE Logging out')
        line(`${tag} OK Logout completed`)
        return void socket.end()
      default:
        throw new BadCommand('unknown command')
    }
    news()
    line(`${tag} OK ${name} completed`)
  }

  const answer = (text: string) => {
    let tag = /^[A-Za-z0-9.]+/.exec(text)?.[0] ?? '*'
    try {
      if (waits?.for === 'DONE') {
        ;({ tag } = waits)
        waits = undefined
        if (text.toUpperCase() !== 'DONE') throw new BadCommand('only DONE ends IDLE')
        return line(`${tag} OK IDLE terminated`)
      }
      if (waits) {
        ;({ tag } = waits)
        waits = undefined
        return credentials(tag, text)
      }
      const command = parseCommand(text)
      const isSecret = command.name === 'LOGIN' || command.name === 'AUTHENTICATE'
      deps.log(isSecret ? command.name : text.slice(command.tag.length + 1))
      if (deps.dropsAt(command.name, 'before')) return void socket.destroy()
      run(command)
      if (deps.dropsAt(command.name, 'after')) socket.destroy()
    } catch (error) {
      if (error instanceof No) line(`${tag} NO [${error.code}] ${error.message}`)
      else line(`${tag} BAD ${error instanceof BadCommand ? error.message : 'internal error'}`)
    }
  }

  /** The end of the first whole command; -1 while it is incomplete. Asks for literals on the way. */
  let asked = 0
  const endOfCommand = (): number => {
    let from = 0
    for (;;) {
      const end = received.indexOf('\r\n', from)
      if (end < 0) return -1
      const [, length, plus] = /\{(\d+)(\+?)\}$/.exec(received.subarray(from, end).toString('latin1')) ?? []
      if (length === undefined) return end
      if (plus !== '+' && asked <= end) {
        asked = end + 1
        line('+ Ready for literal data')
      }
      from = end + 2 + Number(length)
      if (received.length < from) return -1
    }
  }
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (let end = endOfCommand(); end >= 0; end = endOfCommand()) {
      const text = received.subarray(0, end).toString('latin1')
      received = received.subarray(end + 2)
      asked = 0
      answer(text)
    }
    if (received.length > MAX_COMMAND) socket.destroy()
  })
  line(`* OK [CAPABILITY ${capabilities}] IMAP simulator ready`)
  return { tell: () => waits?.for === 'DONE' && news() }
}
