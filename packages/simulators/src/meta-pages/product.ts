/** Messenger and Instagram in Meta's simulator: pages of signed-in users, the Send API, and people who write. */
import { randomBytes } from 'node:crypto'
import {
  graphError,
  type GraphProduct,
  type GraphReply,
  type GraphRequest,
  type GraphTools,
  chatIn,
  endsOf,
  pageOf,
} from '../meta/graph.ts'
import { eventOf, KINDS, type Kind } from './events.ts'
import { fileOf } from './files.ts'
import { type PagesChannel, sendFault } from './limits.ts'
import { pagesPage } from './page.ts'

export interface SimulatedPage {
  readonly id: string
  readonly name: string
  /** Absent when the page has no Instagram account. */
  readonly instagram?: { readonly id: string; readonly username: string }
}
export interface ShownButton {
  readonly text: string
  readonly url?: string
  readonly payload?: string
  readonly isPostback?: boolean
}
export interface ShownMessage {
  readonly from: 'visitor' | 'page' | 'inbox'
  readonly text: string
  readonly pictures: readonly string[]
  readonly buttons: readonly ShownButton[]
  readonly mid: string
  /** How often its author edited it. */
  readonly edits?: number
}
export interface Written {
  readonly channel?: PagesChannel
  readonly account: string
  readonly visitor?: string
  readonly kind?: Kind
  readonly text?: string
  readonly press?: { readonly payload: string; readonly title?: string; readonly isPostback?: boolean }
  /** Set to repeat a delivery. */
  readonly mid?: string
  /** Age of the message. */
  readonly agoMs?: number
  /** Held back for a batch. */
  readonly hold?: true
}
export interface PagesProduct extends GraphProduct {
  readonly pagesOf: (user: string) => readonly SimulatedPage[]
  /** A person acts; resolves once it was delivered or given up. */
  readonly write: (written: Written) => Promise<{ mid: string; status: number; entry: unknown }>
  /** Meta acts on a page. */
  readonly enforce: (pageId: string, action: 'warning' | 'block' | 'unblock', reason?: string) => Promise<number>
  /** Messages of a chat, oldest first. */
  readonly chat: (account: string, visitor?: string) => readonly ShownMessage[]
  readonly subscribed: (pageId: string) => readonly string[]
  /** Read and typing indicators of the page. */
  readonly actions: readonly { readonly account: string; readonly action: string }[]
}

const VISITOR = { messenger: '7527593000000001', instagram: '17841400000000001' } as const
const DAY_MS = 86_400_000
const FIELDS = new Set([
  'messages',
  'messaging_postbacks',
  'messaging_optins',
  'messaging_referrals',
  'message_deliveries',
  'message_reads',
  'message_echoes',
  'message_edits',
  'message_reactions',
  'messaging_handovers',
  'messaging_policy_enforcement',
])

interface Kept {
  readonly pages: Record<string, SimulatedPage & { readonly user: string; readonly subscribed: readonly string[] }>
  /** When a visitor last wrote, by `account|visitor`. */
  readonly last: Record<string, number>
  readonly chats?: Record<string, ShownMessage[]>
}

export function createPagesProduct(tools: GraphTools): PagesProduct {
  const store = tools.store<Kept>('pages', { pages: {}, last: {} })
  const chats = new Map(Object.entries(store.get().chats ?? {}))
  const keep = () => store.set({ ...store.get(), chats: endsOf(chats) })
  const actions: { account: string; action: string }[] = []
  const fileUrl = (name: string) => `${tools.url()}/files/${name}`

  const pagesOf = (user: string): readonly SimulatedPage[] => {
    const mine = Object.values(store.get().pages).filter((page) => page.user === user)
    if (mine.length > 0) return mine
    const tail = user.slice(-9).padStart(9, '0')
    const made = [
      { id: `7101${tail}`, name: 'Lamp Shop', instagram: { id: `17841${tail}`, username: 'lampshop' } },
      { id: `7102${tail}`, name: 'Garden Café' },
    ]
    const { pages } = store.get()
    const added = made.map((page) => [page.id, { ...page, user, subscribed: [] }] as const)
    store.set({ ...store.get(), pages: { ...pages, ...Object.fromEntries(added) } })
    return made
  }
  /** The page with a page's or an account's id, and the channel of that id. */
  const find = (account: string) => {
    for (const page of Object.values(store.get().pages)) {
      if (page.id === account) return { page, channel: 'messenger' as const }
      if (page.instagram?.id === account) return { page, channel: 'instagram' as const }
    }
    return undefined
  }
  const accountOf = (page: SimulatedPage, channel: PagesChannel) =>
    channel === 'messenger' ? page.id : (page.instagram?.id ?? '')
  const channelOfVisitor = (visitor: string): PagesChannel => (visitor.startsWith('17841') ? 'instagram' : 'messenger')
  const chatOf = (account: string, visitor: string) => chatIn(chats, account, visitor)
  const subscribe = (pageId: string, subscribed: readonly string[]) => {
    const { pages } = store.get()
    const page = pages[pageId]
    if (page) store.set({ ...store.get(), pages: { ...pages, [pageId]: { ...page, subscribed } } })
  }
  const newMid = () => `m_${randomBytes(18).toString('base64url')}`
  const deliver = async (
    account: string,
    list: 'messaging' | 'standby',
    event: unknown,
    time: number,
    field = 'messages',
  ) => {
    const entry = { id: account, time, [list]: [event] }
    const found = find(account)
    if (!found?.page.subscribed.includes(field)) return { status: 0, entry }
    return { status: await tools.deliver(found.channel === 'messenger' ? 'page' : 'instagram', [entry]), entry }
  }

  const write: PagesProduct['write'] = async (written) => {
    const { account, kind = 'text', text = '', press, mid = newMid(), agoMs = 0, hold } = written
    const channel = find(account)?.channel ?? 'messenger'
    const visitor = written.visitor ?? VISITOR[channel]
    const now = Date.now() - agoMs
    const chat = chatOf(account, visitor)
    const lastOf = (from: string) => chat.findLast((one) => one.from === from)?.mid ?? newMid()
    const edits = (chat.findLast((one) => one.from === 'visitor')?.edits ?? 0) + 1
    const done = {
      kind,
      text,
      ...(press ? { press: { title: press.payload, isPostback: false, ...press } } : {}),
    }
    const { list, event } = eventOf(done, {
      channel,
      account,
      visitor,
      mid,
      now,
      lastOfPage: lastOf('page'),
      lastOfVisitor: lastOf('visitor'),
      edits,
      fileUrl,
    })
    const { last } = store.get()
    if (kind !== 'echo') store.set({ ...store.get(), last: { ...last, [`${account}|${visitor}`]: now } })
    if (kind === 'edit') {
      const at = chat.findLastIndex((one) => one.from === 'visitor')
      const before = chat[at]
      if (before) chat[at] = { ...before, text, edits }
      keep()
    } else if (!['read', 'start'].includes(kind)) {
      const words = press ? (press.title ?? press.payload) : text || `(${kind})`
      chat.push({ from: kind === 'echo' ? 'inbox' : 'visitor', text: words, pictures: [], buttons: [], mid })
      keep()
    }
    if (hold) return { mid, status: 0, entry: { id: account, time: now, [list]: [event] } }
    return { mid, ...(await deliver(account, list, event, now, kind === 'edit' ? 'message_edits' : 'messages')) }
  }

  const send = (page: SimulatedPage, body: Readonly<Record<string, unknown>>): GraphReply => {
    const visitor = String((body.recipient as { id?: unknown } | undefined)?.id ?? '')
    const channel = channelOfVisitor(visitor)
    const account = accountOf(page, channel)
    const fault = sendFault(channel, body)
    if (fault)
      return graphError(fault.code, fault.message, fault.subcode === undefined ? {} : { subcode: fault.subcode })
    const last = store.get().last[`${account}|${visitor}`]
    if (last === undefined) return graphError(100, 'No matching user found', { subcode: 2018001 })
    if (body.sender_action !== undefined) {
      actions.push({ account, action: String(body.sender_action) })
      return { status: 200, body: { recipient_id: visitor } }
    }
    const isHuman = body.messaging_type === 'MESSAGE_TAG' && body.tag === 'HUMAN_AGENT'
    if (Date.now() - last > (isHuman ? 7 * DAY_MS : DAY_MS))
      return graphError(10, 'This message is sent outside of allowed window.', { subcode: 2018278 })
    const mid = newMid()
    chatOf(account, visitor).push({ from: 'page', mid, ...shownOf(body.message as Message) })
    keep()
    const now = Date.now()
    const echo = { ...(body.message as object), mid, is_echo: true, app_id: Number(tools.appId) }
    void deliver(
      account,
      'messaging',
      { sender: { id: account }, recipient: { id: visitor }, timestamp: now, message: echo },
      now,
    )
    void deliver(
      account,
      'messaging',
      { sender: { id: visitor }, recipient: { id: account }, delivery: { mids: [mid], watermark: now } },
      now,
    )
    return { status: 200, body: { recipient_id: visitor, message_id: mid } }
  }

  const answer = (request: GraphRequest): GraphReply | undefined => {
    const { method, path, query, token } = request
    if (path === '/me/accounts' && method === 'GET') {
      if (token?.kind === 'page') return graphError(100, 'Tried accessing nonexisting field (accounts)')
      const asked = (query.get('fields') ?? 'id,name').split(/,(?![^{]*\})/).map((one) => one.replace(/\{.*/, ''))
      const all = pagesOf(token?.id ?? '').map((page) => pick(wholePage(page), asked))
      return { status: 200, body: pageOf(all, query, `${tools.url()}/v18.0/me/accounts`) }
    }
    const [, id = '', edge] = /^\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
    const named = id === 'me' && token?.kind === 'page' ? token.id : id
    const page = store.get().pages[named]
    if (page && edge === undefined && method === 'GET')
      return token?.id === page.id
        ? {
            status: 200,
            body: pick(
              wholePage(page),
              (query.get('fields') ?? 'id,name').split(/,(?![^{]*\})/).map((one) => one.replace(/\{.*/, '')),
            ),
          }
        : refuse()
    if (page && edge !== undefined) {
      if (token?.kind !== 'page' || token.id !== page.id) return refuse()
      return answerPage(page, edge, request)
    }
    const isVisitor = method === 'GET' && /^\d{14,}$/.test(id) && edge === undefined
    if (isVisitor && token?.kind === 'page')
      return {
        status: 200,
        body: pick({ id, first_name: 'Vera', last_name: 'Visitor', name: 'Vera Visitor', username: 'vera.visitor' }, [
          'id',
          ...(query.get('fields') ?? '').split(','),
        ]),
      }
    return undefined
  }
  const refuse = () => graphError(200, 'Requires pages_messaging permission to manage the object')
  const answerPage = (page: Kept['pages'][string], edge: string, { method, query, body }: GraphRequest) => {
    if (edge === 'subscribed_apps') {
      if (method === 'GET') {
        const data =
          page.subscribed.length === 0
            ? []
            : [{ id: tools.appId, name: 'Sandbox app', subscribed_fields: page.subscribed }]
        return { status: 200, body: { data } }
      }
      if (method === 'DELETE') {
        subscribe(page.id, [])
        return { status: 200, body: { success: true } }
      }
      const fields = String(query.get('subscribed_fields') ?? body.subscribed_fields ?? '').split(',')
      const unknown = fields.find((field) => !FIELDS.has(field))
      if (unknown !== undefined)
        return graphError(100, `Param subscribed_fields[0] must be one of the known fields, got ${unknown}`)
      subscribe(page.id, fields)
      return { status: 200, body: { success: true } }
    }
    if (edge === 'messenger_profile') return { status: 200, body: { result: 'success' } }
    return edge === 'messages' && method === 'POST' ? send(page, body) : undefined
  }
  const wholePage = (page: SimulatedPage): Record<string, unknown> => ({
    id: page.id,
    name: page.name,
    access_token: tools.tokenFor({ kind: 'page', id: page.id }),
    picture: { data: { url: fileUrl('page.png') } },
    tasks: ['MESSAGING', 'MODERATE', 'MANAGE'],
    ...(page.instagram
      ? { instagram_business_account: { ...page.instagram, profile_picture_url: fileUrl('page.png') } }
      : {}),
  })

  return {
    names: ['messenger', 'instagram'],
    answer,
    scopes: (user) => {
      const ids = pagesOf(user).map(({ id }) => id)
      return { pages_show_list: ids, pages_messaging: ids, pages_manage_metadata: ids, instagram_manage_messages: ids }
    },
    file: fileOf,
    page: pagesPage,
    state: (name) => ({
      kinds: KINDS,
      accounts: Object.values(store.get().pages)
        .filter((page) => page.subscribed.length > 0 && (name === 'messenger' || page.instagram !== undefined))
        .map((page) => {
          const channel = name === 'instagram' ? 'instagram' : 'messenger'
          const id = accountOf(page, channel)
          const label = channel === 'instagram' ? `@${page.instagram?.username ?? ''}` : page.name
          return { id, name: label, messages: chatOf(id, VISITOR[channel]) }
        }),
    }),
    async say(_name, { account, kind, text, press }) {
      const known = KINDS.find((one) => one === kind)
      const given = press as { payload?: unknown; title?: unknown; isPostback?: unknown } | undefined
      // The reply arrives by webhook later.
      void write({
        account: String(account ?? ''),
        ...(known ? { kind: known } : {}),
        text: String(text ?? '').slice(0, 20_000),
        ...(given
          ? {
              press: {
                payload: String(given.payload),
                title: String(given.title ?? ''),
                isPostback: given.isPostback === true,
              },
            }
          : {}),
      })
    },
    pagesOf,
    write,
    async enforce(pageId, action, reason) {
      const now = Date.now()
      const policy = { action, ...(reason === undefined ? {} : { reason }) }
      const event = { recipient: { id: pageId }, timestamp: now, policy_enforcement: policy }
      return (await deliver(pageId, 'messaging', event, now, 'messaging_policy_enforcement')).status
    },
    chat: (account, visitor) => chatOf(account, visitor ?? VISITOR[find(account)?.channel ?? 'messenger']),
    subscribed: (pageId) => store.get().pages[pageId]?.subscribed ?? [],
    actions,
  }
}

const pick = (fields: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name === 'id' || names.includes(name)))

interface Button {
  readonly title: string
  readonly url?: string
  readonly payload?: string
}
interface Message {
  readonly text?: string
  readonly quick_replies?: readonly Button[]
  readonly attachment?: {
    readonly type: string
    readonly payload: {
      readonly url?: string
      readonly text?: string
      readonly buttons?: readonly Button[]
      readonly elements?: readonly {
        readonly title: string
        readonly subtitle?: string
        readonly image_url?: string
        readonly buttons?: readonly Button[]
      }[]
    }
  }
}

function shownOf({ text, quick_replies: replies = [], attachment }: Message): Omit<ShownMessage, 'from' | 'mid'> {
  const { url, text: inside, buttons = [], elements = [] } = attachment?.payload ?? {}
  const shown =
    (isPostback: boolean) =>
    (button: Button): ShownButton => ({
      text: button.title,
      ...(button.url === undefined ? {} : { url: button.url }),
      ...(button.payload === undefined ? {} : { payload: button.payload }),
      isPostback,
    })
  const cards = elements.map(({ title, subtitle }) => [title, subtitle].filter(Boolean).join('\n'))
  const isPicture = attachment?.type === 'image'
  return {
    text: [text, inside, isPicture ? undefined : url, ...cards].filter(Boolean).join('\n'),
    pictures: [isPicture ? url : undefined, ...elements.map(({ image_url }) => image_url)].filter(
      (one) => one !== undefined,
    ),
    buttons: [
      ...replies.map(shown(false)),
      ...[...buttons, ...elements.flatMap((element) => element.buttons ?? [])].map(shown(true)),
    ],
  }
}
