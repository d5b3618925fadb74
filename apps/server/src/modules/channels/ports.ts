// What an adapter of a messaging channel is. One folder in adapters/, one line in compose/channels.ts; the suite in
// test/channels/conformance.ts is passed by all of them.
import type { Capabilities } from '@parlance/contract/channels/capabilities'
import type { MessageItem } from '@parlance/contract/conversations/attachments'
import type { MessagingChannel } from '@parlance/contract/channels/list'
import type { Region } from '@parlance/contract/lib/regions'
import type { WebhookPart, WebhookRequest, WebhookVerdict } from '../../lib/http/provider-webhook.ts'
import type { Logger } from '../../lib/log.ts'

export interface ChannelConnection {
  readonly id: string
  readonly channel: MessagingChannel
  readonly region: Region
  readonly workspaceId: string
  readonly agentId: string
  /** The provider's name of it: a bot, a page, a phone number. */
  readonly account: string
  /** Shown to people of the workspace. */
  readonly settings: Readonly<Record<string, string>>
  /** Never leave the server. */
  readonly secrets: Readonly<Record<string, string>>
}

/** Finds the connection that a call names: by the provider's account, or by region and agent where the path has them. */
export type FindConnection = (
  by: { readonly account: string } | { readonly region: string; readonly agentId: string },
) => Promise<ChannelConnection | undefined>

/** Whether an agent of any region is connected to an account, also of regions that this process does not serve. */
export type IsKnownAccount = (account: string) => Promise<boolean>

export interface InboundMedia {
  /** What `download` needs of it. */
  readonly id: string
  readonly kind: 'picture' | 'voice' | 'audio' | 'video' | 'file'
  readonly name: string
  readonly mime: string
  readonly bytes?: number
}

/** Where a message goes, and whom it comes from. A thread is one conversation: a chat, or a topic of a group. */
export interface ThreadRef {
  readonly thread: string
  readonly isGroup: boolean
  /** What is needed to write there beside its name, e.g. subject and references of mails; of the latest message that came in. */
  readonly details?: Readonly<Record<string, string>> | undefined
  /** Of the connection. */
  readonly settings?: Readonly<Record<string, string>> | undefined
}
export interface Sender {
  readonly id: string
  readonly name: string
  readonly language?: string
}

interface InboundBase extends ThreadRef {
  /** The provider's id: the same one again is the same thing. */
  readonly id: string
  readonly sender: Sender
  /** Milliseconds since 1970, as the provider says. */
  readonly at: number
  /** Where the provider counts what it sends: its number, by which things are put in order before their time. */
  readonly order?: number
  /** Sent at once, whatever becomes of it, e.g. to end the spinner of a pressed button. */
  readonly acknowledge?: ChannelRequest
  /** Every name that the provider has for this person: whoever wrote under one of them stays in their thread. */
  readonly aliases?: readonly string[]
  /** The provider's id of the message that this one quotes. */
  readonly replyTo?: string
}
export type Inbound =
  | (InboundBase & {
      readonly kind: 'message'
      readonly text: string
      readonly media: readonly InboundMedia[]
      /** Id of a pressed option, as `compile` made it. */
      readonly optionId?: string
      /** Kept and not answered: another app has the conversation at the provider. */
      readonly isUnanswered?: boolean
    })
  /** The visitor wants to be greeted: they opened the chat, or asked for help. */
  | (InboundBase & { readonly kind: 'start' })
  /** A human answered in the provider's own inbox: kept as history, and the agent falls silent. */
  | (InboundBase & { readonly kind: 'echo'; readonly text: string })
  /** They blocked us, opted out, or came back. */
  | (InboundBase & { readonly kind: 'consent'; readonly isAllowed: boolean })
  /** An emoji under one of our messages; '' where it was taken back. */
  | (InboundBase & { readonly kind: 'reaction'; readonly providerId: string; readonly emoji: string })
  /** The provider calls the thread by another name from now on. */
  | (InboundBase & { readonly kind: 'moved'; readonly to: string })
  /** What became of something we sent. */
  | (InboundBase & {
      readonly kind: 'status'
      /** Empty where `until` is given. */
      readonly providerId: string
      /** Of everything in the thread until then, in milliseconds since 1970. */
      readonly until?: number
      readonly state: 'delivered' | 'read' | 'failed'
      readonly error?: string
    })

/** A message that goes out. Addresses in its items are absolute. */
export interface OutboundMessage {
  /** Short and stable: part of the ids of its options. */
  readonly ref: string
  readonly from: 'agent' | 'human' | 'system'
  readonly items: readonly MessageItem[]
  /** What the answer cites, in the order of its numbers. */
  readonly sources: readonly { readonly title: string; readonly url?: string | undefined }[]
}

/** One call of the provider's API, as plain data: it waits in the outbox. */
export interface ChannelRequest {
  readonly method: string
  readonly body: Readonly<Record<string, unknown>>
}
export interface CompiledOption {
  readonly id: string
  /** As it is shown; visitors may type it, or its number from 1. */
  readonly label: string
  /** What pressing it says in place of the visitor. */
  readonly says: string
}
export interface Compiled {
  readonly requests: readonly ChannelRequest[]
  readonly options: readonly CompiledOption[]
  /** What the channel cannot show, in English. */
  readonly losses: readonly { readonly item: string; readonly detail: string }[]
}

/**
 * `retry` may succeed later · `reconnect` the provider refuses our token · `undeliverable` this visitor cannot be reached ·
 * `rejected` the provider takes no such message (`instead` is what says the same more plainly) · `moved` the thread has another
 * name · `unknown` it may have arrived: it is not sent again.
 */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly providerId: string }
  | { readonly kind: 'retry'; readonly afterMs?: number; readonly reason: string }
  | { readonly kind: 'reconnect' | 'undeliverable' | 'unknown'; readonly reason: string }
  | { readonly kind: 'rejected'; readonly reason: string; readonly instead?: ChannelRequest }
  | { readonly kind: 'moved'; readonly thread: string; readonly reason: string }

/** A template that the provider approved; `name` is put in for its only variable, where it has one. */
export interface SentTemplate {
  readonly template: string
  readonly language: string
  readonly name: string | undefined
}

export interface ConnectInput {
  readonly region: Region
  readonly agentId: string
  /** Where the provider is to send its calls: the origin of this installation, and the base of the region's API. */
  readonly origin: string
  readonly api: string
  /** What people typed. */
  readonly fields: Readonly<Record<string, string>>
  /** What the agent has on this channel already. */
  readonly before?: ChannelConnection | undefined
}
export type ConnectedAccount = Pick<ChannelConnection, 'account' | 'settings' | 'secrets'> & {
  /** For people, e.g. `@acme_bot`. */
  readonly name: string
}

/** Of an adapter that keeps a connection open on which the provider tells what happens; one process of all has it. */
export interface ListenDeps {
  /** Ends when this process is to let go of it. */
  readonly signal: AbortSignal
  /** What whoever had it before left, and what to leave for the next. */
  readonly state: unknown
  readonly keep: (state: unknown) => Promise<void>
  /** Whether an agent is connected to this account; what is about others is left out. */
  readonly isConnected: (account: string) => Promise<boolean>
  /** Stores parts as a call of the provider does: once this resolves, nothing of them is lost. */
  readonly take: (parts: readonly WebhookPart[]) => Promise<void>
  readonly log: Logger
}

/** A number that an account at Twilio has. */
export interface FoundNumber {
  readonly accountSid: string
  readonly authToken: string
  readonly phoneNumber: string
  readonly phoneSid: string
  readonly label: string
  readonly sms: boolean
  readonly mms: boolean
  readonly voice: boolean
}
type Account = Pick<FoundNumber, 'accountSid' | 'authToken'>
/** All throw an AppError whose message people read. */
export interface TwilioNumbers {
  readonly find: (given: Account & Pick<FoundNumber, 'phoneNumber'>) => Promise<FoundNumber>
  /** Where Twilio asks what to do with a call to the number, and tells how it ended; nothing for `undefined`. */
  readonly setCalls: (
    number: Account & Pick<FoundNumber, 'phoneSid'>,
    urls: { readonly answer: string; readonly status: string } | undefined,
  ) => Promise<void>
}

/** Numbers that Twilio sells to an account; all but `priceOf` throw what people read. */
export interface NumberMarket {
  readonly search: (
    account: Account,
    wanted: { readonly country: string; readonly areaCode: string },
  ) => Promise<
    readonly {
      readonly phoneNumber: string
      readonly place: string
      readonly sms: boolean
      readonly mms: boolean
      readonly needsAddress: boolean
    }[]
  >
  /** Of a local number for a month; undefined where Twilio names none. */
  readonly priceOf: (
    account: Account,
    country: string,
  ) => Promise<{ readonly monthly: string; readonly currency: string } | undefined>
  readonly buy: (account: Account, phoneNumber: string) => Promise<void>
  readonly release: (account: Account, phoneSid: string) => Promise<void>
}

export interface ChannelAdapter {
  readonly channel: MessagingChannel
  /** Our simulator stands in place of the provider; its page is `/sandbox/{channel}`. */
  readonly isSandbox?: boolean
  /** Where connections differ in what they show; absent: as the list of channels says. */
  readonly can?: (settings: Readonly<Record<string, string>>) => Capabilities
  /** Who opted out stays so until they say otherwise; what they write is not answered. */
  readonly keepsOptOut?: boolean
  /** Where people let us in before they connect. */
  readonly inviteUrl?: string
  /** Proves a call by its raw bytes and splits it by account. */
  readonly verify: (request: WebhookRequest, find: FindConnection, isKnown: IsKnownAccount) => Promise<WebhookVerdict>
  /** Where a delivery only names what came: gets it, for `parse`. Throws what is tried again. */
  readonly read?: (body: unknown, connection: ChannelConnection) => Promise<unknown>
  /** Why `parse` has nothing of what came, in English words for the log; undefined where that needs no words. */
  readonly whyIgnored?: (body: unknown) => string | undefined
  /** Nobody is told who joined or left: each message would be a letter of its own. */
  readonly withoutNotices?: true
  /** How many answers of the agent one sender gets in 24 hours at most, in all threads; without a limit when absent. */
  readonly answersADay?: {
    readonly most: number
    /** What all threads of the sender of this one begin with. */
    readonly senderOf: (thread: string) => string
  }
  /** Pure: what one delivery says; nothing for kinds that it does not know. */
  readonly parse: (body: unknown, connection: Pick<ChannelConnection, 'account' | 'settings'>) => readonly Inbound[]
  /** Pure: the calls that show a message in a thread, within the provider's limits. */
  readonly compile: (message: OutboundMessage, to: ThreadRef) => Compiled
  /** The thread of somebody who may never have written, by their number or address; absent where only they can begin. */
  readonly threadOf?: (person: { readonly phone: string; readonly email: string }) => string | undefined
  /** Pure: the call that sends a template. */
  readonly compileTemplate?: (template: SentTemplate, to: ThreadRef) => ChannelRequest
  /** Pure: the call that puts an emoji under a message of the visitor, or takes it back. */
  readonly compileReaction?: (
    reaction: { readonly providerId: string; readonly emoji: string },
    to: ThreadRef,
  ) => ChannelRequest
  /** Shows for some seconds that an answer is on its way. */
  readonly typing?: (to: ThreadRef, inboundId: string) => ChannelRequest
  /** Pure: the call that shows how far an answer is; what it shows goes by itself. Undefined where the thread has no such thing. */
  readonly draft?: (text: string, to: ThreadRef, id: number) => ChannelRequest | undefined
  /** How often typing has to be said again, in milliseconds. */
  readonly typingMs?: number
  /** Never rejects. `key` names the message and stays the same when it is sent again. */
  readonly send: (
    request: ChannelRequest,
    connection: ChannelConnection,
    of: { readonly key: string },
  ) => Promise<SendOutcome>
  /** How the provider calls somebody who writes, where its events don't say; empty where it doesn't either. */
  readonly nameOf?: (visitor: string, connection: ChannelConnection) => Promise<string>
  readonly download?: (media: InboundMedia, connection: ChannelConnection) => Promise<{ bytes: Buffer; mime: string }>
  /** The account that these fields name, where that is known without asking: nobody else's is touched. */
  readonly accountOf?: (fields: Readonly<Record<string, string>>) => string | undefined
  /** Throws an AppError whose message people read. Nothing is stored where it throws. */
  readonly connect: (input: ConnectInput) => Promise<ConnectedAccount>
  /** What the provider no longer knows is no failure. `isShared`: another connection has the same business account or page. */
  readonly disconnect: (connection: ChannelConnection, isShared: boolean) => Promise<void>
  /** For providers that call nobody: hears what they say until the signal ends. */
  readonly listen?: (deps: ListenDeps) => Promise<void>
}

/** A page at Meta that somebody manages, with its token. */
export interface ProvidedPage {
  readonly pageId: string
  readonly pageName: string
  readonly igPageId: string
  readonly igPageName: string
  readonly photo: string
  readonly token: string
}
/** What Meta knows of people who sign in there. Refusals are AppErrors with Meta's own words. */
export interface PagesProvider {
  readonly version: string
  readonly isExpired: boolean
  /** Undefined where no app is configured. */
  readonly loginUrl: (given: { redirectUri: string; state: string }) => string | undefined
  /** The token of a login for one of sixty days. */
  readonly exchangeToken: (token: string) => Promise<string>
  readonly userOf: (token: string) => Promise<{ id: string; name: string; email: string }>
  readonly listPages: (token: string) => Promise<ProvidedPage[]>
  /** By the token of a page. */
  readonly listSubscriptions: (token: string) => Promise<{ id: string; name: string; subscribed_fields: string[] }[]>
}
