// Test setup of accounts: the service on real databases, an inbox, emitted events, and contexts as the request pipeline makes them.
import { createAccounts } from './service.ts'
import type { AccountsDeps } from './service.ts'
import { NOTICE_JOB } from './security-notices.ts'
import type { SignUp } from './sign-in/sign-in.ts'
import type { Actor, Ctx } from '../../lib/ctx.ts'
import type { DomainEvent } from '../../lib/events.ts'
import { createLog } from '../../lib/log.ts'
import type { Mail, Mailer, Mailers } from '../../lib/mail.ts'
import type { TestDatabases } from '../../../test/helpers/databases.ts'

export const PASSWORD = 'correct horse battery'
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The same mailer for every region, sending at once. */
export const mailersFrom = ({ send }: Mailer): Mailers => ({ of: () => ({ send, later: send, sendOrLater: send }) })

let serial = 0
/** Sign-up input with a fresh address. */
export const newPerson = (region: 'eu' | 'na' = 'eu'): SignUp => ({
  email: `person${(serial += 1)}@example.test`,
  password: PASSWORD,
  name: 'Ada',
  region,
})

/** A context and the cookies that a call sets on it. As in production, `ctx.db` is not the identity database. */
function createCalls(dbs: TestDatabases, emit: Ctx['emit']) {
  return (actor: Actor = { kind: 'nobody' }, cookie = '', ip = '127.0.0.1', agent = '', languages = '') => {
    const cookies: string[] = []
    const ctx: Ctx = {
      actor,
      region: 'eu',
      db: dbs.eu.db,
      now: () => new Date(),
      log: createLog({ level: 'silent' }),
      origin: { kind: 'app', origin: 'https://app.example', isSecure: true },
      workspaceId: '',
      request: {
        id: 'r1',
        ip,
        headers: new Headers({
          host: 'evil.test',
          'x-forwarded-host': 'evil.test',
          cookie,
          'user-agent': agent,
          'accept-language': languages,
        }),
        setHeader: (name, value) => void (name === 'set-cookie' && cookies.push(value)),
        signal: new AbortController().signal,
        forgetFailedSignIns: async () => {},
      },
      emit,
      tx: (work) => work(ctx),
    }
    return { ctx, cookies }
  }
}

export function createTestAccounts(
  dbs: TestDatabases,
  options: Partial<Omit<AccountsDeps, 'appOrigin'>> & { appOrigin?: string } = {},
) {
  const { appOrigin = 'http://localhost:3000', ...rest } = options
  const inbox: Mail[] = []
  const events: DomainEvent[] = []
  const clock = { ahead: 0 }
  const accounts = createAccounts({
    db: dbs.identity.db,
    mailers: mailersFrom({ send: async (mail) => void inbox.push(mail) }),
    settings: { masterKey: Buffer.alloc(32, 7) },
    appOrigin: () => appOrigin,
    sandboxMail: false,
    now: () => new Date(Date.now() + clock.ahead),
    ...rest,
  })
  const call = createCalls(dbs, async (event) => void events.push(event))
  const bearer = (token: string) => accounts.authenticate(new Headers({ authorization: `Bearer ${token}` }))
  /** `languages` is the Accept-Language header. */
  const signUp = (input: SignUp, languages = '') =>
    accounts.signUp(call(undefined, '', undefined, '', languages).ctx, input)
  const signIn = async (email: string, password = PASSWORD) => {
    const entered = await accounts.signIn(call().ctx, { email, password })
    if ('secondStep' in entered) throw new Error('a code is wanted')
    return entered
  }
  const callAs = async (token: string, cookie = '') => call(await bearer(token), cookie)
  const confirmed = async (input: SignUp, languages = '') => {
    const made = await signUp(input, languages)
    await dbs.identity.pool.query('update users set email_verified = true where id = $1', [made.account.id])
    return made
  }
  /** The newest token mailed to the address for that page. */
  async function mailedToken(to: string, page: 'verify-email' | 'reset-password'): Promise<string> {
    await accounts.settled()
    const links = inbox.filter((mail) => mail.to === to).map((mail) => mail.text.match(/http\S+/)?.[0] ?? '')
    const link = links.findLast((url) => url.includes(`/${page}?`))
    if (!link) throw new Error(`no ${page} mail to ${to}`)
    return new URL(link).searchParams.get('token') ?? ''
  }
  /** Sends the queued security mails and returns the subjects of those to this address. */
  async function news(to: string): Promise<string[]> {
    const { rows } = await dbs.identity.pool.query<{ data: { sealed: string } }>(
      'delete from outbox where job = $1 returning data',
      [NOTICE_JOB],
    )
    const before = inbox.length
    for (const { data } of rows) await accounts.sendNotice(call().ctx, data.sealed)
    return inbox
      .slice(before)
      .filter((mail) => mail.to === to)
      .map(({ subject }) => subject)
  }
  return { accounts, news, inbox, events, clock, call, callAs, bearer, signUp, confirmed, signIn, mailedToken }
}

export const cookieHeader = (cookies: readonly string[]): string =>
  cookies.map((one) => one.split(';')[0] ?? '').join('; ')
