// The adapter interface of messaging channels. An adapter is a folder in adapters/ and a line in compose/channels.ts,
// and must pass the suite in test/channels/conformance.ts.
import type { Language } from '@parlance/contract/accounts/languages'
import type { Capabilities } from '@parlance/contract/channels/capabilities'
import type { MessageItem } from '@parlance/contract/conversations/attachments'
import type { MessagingChannel } from '@parlance/contract/channels/list'
import type { TemplateMedia } from '@parlance/contract/channels/whatsapp-lists'
import type { Region } from '@parlance/contract/lib/regions'
import type { Message, MessageDescriptor } from '@parlance/i18n/messages'
import type { WebhookPart, WebhookRequest, WebhookVerdict } from '../../lib/http/provider-webhook.ts'
import type { Logger } from '../../lib/log.ts'
import type { Say } from './inbound/fill-form.ts'

export interface ChannelConnection {
  readonly id: string
  readonly channel: MessagingChannel
  readonly region: Region
  readonly workspaceId: string
  readonly agentId: string
  /** The provider's id: a bot, a page, a phone number. */
  readonly account: string
  /** Shown to members of the workspace. */
  readonly settings: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
}

/** Finds the connection that a call names: by the provider's account, or by region and agent from the path. */
export type FindConnection = (
  by: { readonly account: string } | { readonly region: string; readonly agentId: string },
) => Promise<ChannelConnection | undefined>

/** Whether any agent is connected to an account, including regions that this process does not serve. */
export type IsKnownAccount = (account: string) => Promise<boolean>

export interface InboundMedia {
  /** Passed to `download`. */
  readonly id: string
  readonly kind: 'picture' | 'voice' | 'audio' | 'video' | 'file'
  readonly name: string
  readonly mime: string
  readonly bytes?: number
  /** A story that the visitor answers or names you in: they don't hear that it was refused. */
  readonly isContext?: boolean
}

/** A thread and its sender. A thread is one conversation: a chat, or a topic of a group. */
export interface ThreadRef {
  readonly thread: string
  readonly isGroup: boolean
  /** Further data needed to write there, e.g. subject and references of mails; from the latest inbound message. */
  readonly details?: Readonly<Record<string, string>> | undefined
  readonly settings?: Readonly<Record<string, string>> | undefined
}
export interface Sender {
  readonly id: string
  readonly name: string
  readonly language?: string
}

interface InboundBase extends ThreadRef {
  /** The provider's id; a repeat has the same one. */
  readonly id: string
  readonly sender: Sender
  /** Milliseconds since 1970, by the provider's clock. */
  readonly at: number
  /** The provider's sequence number, if any; it takes precedence over time. */
  readonly order?: number
  /** Sent at once, regardless of the outcome, e.g. to end a pressed button's spinner and to remove the buttons. */
  readonly acknowledge?: readonly ChannelRequest[]
  /** All names the provider has for this person; one who wrote under any of them stays in their thread. */
  readonly aliases?: readonly string[]
  /** The provider's id of the quoted message. */
  readonly replyTo?: string
  /** The quoted words, if the provider repeats them. */
  readonly quoted?: string
}
export type Inbound =
  | (InboundBase & {
      readonly kind: 'message'
      readonly text: string
      readonly media: readonly InboundMedia[]
      /** Id of a pressed option, made by `compile`. */
      readonly optionId?: string
      /** Our words for what the provider reports without text. */
      readonly notice?: MessageDescriptor
      /** Stored but not answered: another app owns the conversation at the provider. */
      readonly isUnanswered?: boolean
    })
  /** The visitor changed the text of the message with this id, which they sent at `sentAt`. */
  | (InboundBase & {
      readonly kind: 'edit'
      readonly providerId: string
      readonly text: string
      readonly media: readonly InboundMedia[]
      readonly sentAt: number
    })
  /** The visitor opened the chat or asked for help, and expects a greeting. */
  | (InboundBase & { readonly kind: 'start' })
  /** The visitor ends their conversation: the next message starts another one. */
  | (InboundBase & { readonly kind: 'reset' })
  /** A person answered in the provider's own inbox: stored as history, and the agent goes silent. */
  | (InboundBase & {
      readonly kind: 'echo'
      readonly text: string
      /** The provider names another app as its sender. */
      readonly isForeign?: boolean
    })
  /** The visitor blocked us, opted out, or came back. */
  | (InboundBase & { readonly kind: 'consent'; readonly isAllowed: boolean })
  /** An emoji on one of our messages; '' when it was removed. */
  | (InboundBase & {
      readonly kind: 'reaction'
      readonly providerId: string
      readonly emoji: string
      /** Prefix of the chat's threads, for providers that don't name the topic. */
      readonly threadPrefix?: string
    })
  /** The provider delivers nothing for this account any more; without a reason, it does so again. */
  | (InboundBase & { readonly kind: 'lost'; readonly reason: Message | undefined })
  /** The provider renamed the thread. */
  | (InboundBase & { readonly kind: 'moved'; readonly to: string })
  /** The address of a message we sent is dead, or its owner called it spam: they get no more first messages. */
  | (InboundBase & {
      readonly kind: 'refusal'
      readonly providerId: string
      /** For the log. */
      readonly note: MessageDescriptor
      /** Set if the message did not arrive. */
      readonly error?: Message
    })
  /** The state of a message we sent. */
  | (InboundBase & {
      readonly kind: 'status'
      /** Empty when `until` is given. */
      readonly providerId: string
      /** Applies to everything in the thread until then, in milliseconds since 1970. */
      readonly until?: number
      readonly state: 'delivered' | 'read' | 'failed'
      readonly error?: Message
      /** It failed because the account is locked or unpaid. */
      readonly isSuspended?: boolean
    })

/** An outgoing message. URLs in its items are absolute. */
export interface OutboundMessage {
  /** Short and stable: part of its option ids. */
  readonly ref: string
  readonly from: 'agent' | 'human' | 'system'
  readonly items: readonly MessageItem[]
  /** The answer's sources, in the order of their numbers. */
  readonly sources: readonly { readonly title: string; readonly url?: string | undefined }[]
}

/** One call of the provider's API, as plain data, because it waits in the outbox. */
export interface ChannelRequest {
  readonly method: string
  readonly body: Readonly<Record<string, unknown>>
}
export interface CompiledOption {
  readonly id: string
  /** As shown; visitors may type it, or its number from 1. */
  readonly label: string
  /** What pressing it says on the visitor's behalf. */
  readonly says: string
}
export interface Compiled {
  readonly requests: readonly ChannelRequest[]
  readonly options: readonly CompiledOption[]
  /** Parts the channel cannot show, in English. */
  readonly losses: readonly { readonly item: string; readonly detail: string }[]
}

/**
 * `retry` may succeed later · `reconnect` the provider refuses our token · `suspended` the provider sends nothing for the
 * account, which is locked or unpaid · `opted-out` this visitor wants no messages, so none is sent until they come back ·
 * `undeliverable` this message cannot reach the visitor · `rejected` the provider refuses the message (`instead` is a
 * simpler form of it) · `moved` the thread has another name · `unknown` it may have arrived, so it is not sent again.
 */
export type SendOutcome =
  /** `person`: the provider's own name for who was addressed, if it differs. */
  | { readonly kind: 'sent'; readonly providerId: string; readonly person?: string }
  | { readonly kind: 'retry'; readonly afterMs?: number; readonly reason: Message }
  | { readonly kind: 'reconnect' | 'suspended' | 'opted-out' | 'undeliverable' | 'unknown'; readonly reason: Message }
  | { readonly kind: 'rejected'; readonly reason: Message; readonly instead?: ChannelRequest }
  | { readonly kind: 'moved'; readonly thread: string; readonly reason: Message }

/** A template approved by the provider; `name` fills its only variable, if it has one. */
export interface SentTemplate {
  readonly template: string
  readonly language: string
  readonly name: string | undefined
  /** Shown above its text. */
  readonly media: { readonly kind: TemplateMedia; readonly url: string } | null
}

export interface ConnectInput {
  readonly region: Region
  readonly agentId: string
  /** Target of the provider's calls: the origin of this installation, and the base of the region's API. */
  readonly origin: string
  readonly api: string
  readonly fields: Readonly<Record<string, string>>
  /** The agent's existing connection of this channel. */
  readonly before?: ChannelConnection | undefined
}
export type ConnectedAccount = Pick<ChannelConnection, 'account' | 'settings' | 'secrets'> & {
  /** Display name, e.g. `@acme_bot`. */
  readonly name: string
}

/** For adapters that keep a connection open to receive events; only one process has it. */
export interface ListenDeps {
  /** Aborted when this process must let go. */
  readonly signal: AbortSignal
  /** State left by the previous holder, and to leave for the next. */
  readonly state: unknown
  readonly keep: (state: unknown) => Promise<void>
  /** Shows users why nothing arrives; without a problem it takes that back. */
  readonly report: (problem?: MessageDescriptor) => Promise<void>
  /** Whether an agent is connected to this account; other events are dropped. */
  readonly isConnected: (account: string) => Promise<boolean>
  /** Connected accounts with this setting, in the regions of this process. */
  readonly accountsWith: (setting: string, value: string) => Promise<readonly string[]>
  /** Our texts in the language of the account's agent, or in the visitor's for an agent that follows it. */
  readonly sayIn: (account: string | undefined, visitorLanguage: string) => Promise<Say>
  /** Stores parts like a webhook call: once it resolves, nothing is lost. */
  readonly take: (parts: readonly WebhookPart[]) => Promise<void>
  readonly log: Logger
}

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
/** All calls throw an AppError with a message for users. */
export interface TwilioNumbers {
  readonly find: (given: Account & Pick<FoundNumber, 'phoneNumber'>) => Promise<FoundNumber>
  /** Sets Twilio's voice webhooks of the number; removes them for `undefined`. */
  readonly setCalls: (
    number: Account & Pick<FoundNumber, 'phoneSid'>,
    urls: { readonly answer: string; readonly status: string } | undefined,
  ) => Promise<void>
}

/** Numbers that Twilio sells; all calls but `priceOf` throw an error with a message for users. */
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
  /** Monthly price of a local number; undefined when Twilio names none. */
  readonly priceOf: (
    account: Account,
    country: string,
  ) => Promise<{ readonly monthly: string; readonly currency: string } | undefined>
  /** Undefined without an answer of Twilio: it may be bought. */
  readonly buy: (account: Account, phoneNumber: string) => Promise<FoundNumber | undefined>
  readonly release: (account: Account, phoneSid: string) => Promise<void>
}

/** The first message to someone who may never have written, and what to keep for the next one in its thread. */
export interface FirstMessage {
  readonly text: string
  readonly subject: string
  /** Name and postal address of the sender. */
  readonly sender: string
  readonly language: Language
  /** The link that ends such messages. */
  readonly unsubscribe: string
  /** Identifies the message. */
  readonly key: string
}
export interface FirstMessages {
  /** Their address as users know it; undefined when it isn't one. */
  readonly addressOf: (person: { readonly phone: string; readonly email: string }) => string | undefined
  /** What all threads of one person share; opt-outs are stored by it. */
  readonly senderOf: (thread: string) => string
  readonly compile: (
    message: FirstMessage,
    to: { readonly thread: string; readonly address: string },
  ) => { readonly request: ChannelRequest; readonly details: Readonly<Record<string, string>> }
}

export interface ChannelAdapter {
  readonly channel: MessagingChannel
  /** The simulator replaces the provider; its page is `/sandbox/{channel}`. */
  readonly isSandbox?: boolean
  /** Set when connections differ in what they can show; otherwise the list of channels decides. */
  readonly can?: (settings: Readonly<Record<string, string>>) => Capabilities
  /** An opt-out lasts until the visitor opts in again; their messages are not answered. */
  readonly keepsOptOut?: boolean
  /** Whether this text opts in someone who opted out; from others it is a message like any. */
  readonly optsInBy?: (text: string) => boolean
  /** Where users invite the bot before they connect. */
  readonly inviteUrl?: string
  /** Verifies the raw bytes of a call and splits it by account. */
  readonly verify: (request: WebhookRequest, find: FindConnection, isKnown: IsKnownAccount) => Promise<WebhookVerdict>
  /** Pure: the account named in the path or at the start of the body of a call that is too large to verify. */
  readonly namedBy?: (request: WebhookRequest) => readonly Parameters<FindConnection>[0][]
  /** Fetches the content when a delivery only names it. Throws errors that are worth a retry. */
  readonly read?: (body: unknown, connection: ChannelConnection) => Promise<unknown>
  /** Why `parse` returned nothing, for the log; undefined when that needs no explanation. */
  readonly whyIgnored?: (body: unknown) => MessageDescriptor | undefined
  /** Skips «joined» and «left» notices, because each would be a mail of its own. */
  readonly withoutNotices?: true
  readonly answersADay?: {
    readonly most: number
    /** The common prefix of all threads of this sender. */
    readonly senderOf: (thread: string) => string
  }
  /** Pure: the inbound items of a delivery; none for unknown kinds. */
  readonly parse: (body: unknown, connection: Pick<ChannelConnection, 'account' | 'settings'>) => readonly Inbound[]
  /** Pure: the calls that show a message in a thread, within the provider's limits. */
  readonly compile: (message: OutboundMessage, to: ThreadRef, say?: Say) => Compiled
  /** The thread for a phone number or address that may never have written; absent when only visitors can start. */
  readonly threadOf?: (person: { readonly phone: string; readonly email: string }) => string | undefined
  /** For channels on which a first message needs more than a text, e.g. a subject and a way to unsubscribe. */
  readonly first?: FirstMessages
  readonly compileTemplate?: (template: SentTemplate, to: ThreadRef) => ChannelRequest
  /** Pure: the call that adds or removes our emoji on a visitor's message; undefined when the message is too old. */
  readonly compileReaction?: (
    reaction: { readonly providerId: string; readonly emoji: string },
    to: ThreadRef,
  ) => ChannelRequest | undefined
  readonly typing?: (to: ThreadRef, inboundId: string) => ChannelRequest
  /** Pure: the call that shows a draft of the answer. Undefined when the thread can't. */
  readonly draft?: (
    text: string,
    to: ThreadRef,
    /** `id` identifies the answer within the thread; `shown` is the provider's id of the first draft, once there is one. */
    of: { readonly id: number; readonly shown: string | undefined },
  ) => ChannelRequest | undefined
  readonly draftMs?: (to: ThreadRef) => number
  /** For drafts that don't disappear by themselves. Pure: the call that replaces a draft with the answer's first part, and the one that deletes it. */
  readonly settleDraft?: {
    readonly finish: (first: ChannelRequest, shown: string, to: ThreadRef) => readonly ChannelRequest[]
    readonly withdraw: (shown: string, to: ThreadRef) => ChannelRequest
  }
  readonly typingMs?: number
  /** For providers that can't tell afterwards what arrived: how many messages of a connection are sent at the same time. */
  readonly sendsAtOnce?: number
  /** Never rejects. `key` identifies the message and is the same for a retry. */
  readonly send: (
    request: ChannelRequest,
    connection: ChannelConnection,
    of: { readonly key: string },
  ) => Promise<SendOutcome>
  /** Looks up a visitor's name when events lack it; empty when unknown. */
  readonly nameOf?: (visitor: string, connection: ChannelConnection) => Promise<string>
  readonly download?: (media: InboundMedia, connection: ChannelConnection) => Promise<{ bytes: Buffer; mime: string }>
  /** The account that these fields name, if known without asking: it must not belong to anyone else. */
  readonly accountOf?: (fields: Readonly<Record<string, string>>) => string | undefined
  /** Throws an AppError with a message for users; then nothing is stored. */
  readonly connect: (input: ConnectInput) => Promise<ConnectedAccount>
  /** Ignores accounts that are gone. `isShared`: another connection has the same business account or page. */
  readonly disconnect: (connection: ChannelConnection, isShared: boolean) => Promise<void>
  /** For providers without webhooks: receives events until the signal aborts. */
  readonly listen?: (deps: ListenDeps) => Promise<void>
}

/** A Meta page that the user manages, with its token. */
export interface ProvidedPage {
  readonly pageId: string
  readonly pageName: string
  readonly igPageId: string
  readonly igPageName: string
  readonly photo: string
  readonly token: string
}
/** Meta's data about users who sign in there. Refusals are AppErrors with Meta's own words. */
export interface PagesProvider {
  readonly version: string
  readonly isExpired: boolean
  /** Undefined without a configured app. */
  readonly loginUrl: (given: { redirectUri: string; state: string }) => string | undefined
  /** Exchanges a login token for one of sixty days. */
  readonly exchangeToken: (token: string) => Promise<string>
  readonly userOf: (token: string) => Promise<{ id: string; name: string; email: string }>
  readonly listPages: (token: string) => Promise<ProvidedPage[]>
  /** Uses the page's token. */
  readonly listSubscriptions: (token: string) => Promise<{ id: string; name: string; subscribed_fields: string[] }[]>
}
