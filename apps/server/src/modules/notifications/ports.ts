import type { MailColours } from '@parlance/contract/agencies/theme'
import type { Language } from '@parlance/contract/accounts/languages'
import type { Person } from '@parlance/contract/conversations/schemas'
import type { PersonalNotifications } from '@parlance/contract/notifications/schemas'
import type { Ctx } from '../../lib/ctx.ts'

export interface ToldConversation {
  readonly channel: string
  readonly state: string
  readonly visitor: string
  /** Shown after the word for «visitor» in the reader's language when a visitor has no name; otherwise empty. */
  readonly visitorCode?: string
  readonly assignee: Person | null
  /** Number of the last thing a person said or did until the event; 0 for none. */
  readonly answeredSeq?: number
  /** The visitor's message that the event is about, else their last one; absent without history. */
  readonly text?: string
  /** The message they left for people; absent without history. */
  readonly left?: string
}

export interface Sender {
  readonly id: string
  readonly name: string
  readonly colours: MailColours
}

/** A client user who may open the chats of an agent. */
export interface ClientReader {
  readonly id: string
  readonly orgId: string
  readonly email: string
  readonly language: Language
  readonly isOnline: boolean
  readonly settings: Partial<PersonalNotifications>
  /** The sender of their mails. */
  readonly agency: Sender | undefined
}

export interface Conversations {
  /** Undefined for a deleted conversation. */
  readonly tell: (
    ctx: Ctx,
    of: {
      readonly agentId: string
      readonly conversationId: string
      readonly messageId?: string
      /** When the event happened, in milliseconds since 1970. */
      readonly at?: number
    },
  ) => Promise<ToldConversation | undefined>
}

export interface Clients {
  /** Client users of the agent, in orgs whose access is not disabled. */
  readonly readersOf: (ctx: Ctx, agentId: string) => Promise<readonly ClientReader[]>
  readonly settingsOf: (ctx: Ctx, clientId: string) => Promise<Partial<PersonalNotifications> | undefined>
  readonly languageOf: (ctx: Ctx, clientId: string) => Promise<Language | undefined>
  /** Changes the settings under a lock of the client user. */
  readonly changeSettings: (ctx: Ctx, clientId: string, change: Partial<PersonalNotifications>) => Promise<void>
  /** Stores the newest push token of the client user; empty for none. */
  readonly setPushToken: (ctx: Ctx, clientId: string, token: string) => Promise<void>
  /** Whether a client user of the workspace subscribed to messages. */
  readonly hasSubscriber: (ctx: Ctx) => Promise<boolean>
}

export interface Member {
  readonly id: string
  readonly email: string
}
export interface Members {
  readonly list: (ctx: Ctx) => Promise<readonly Member[]>
  readonly languagesOf: (emails: readonly string[]) => Promise<ReadonlyMap<string, Language>>
  /** Addresses that may be mailed. */
  readonly mailable: (ctx: Ctx) => Promise<readonly string[]>
}

export interface NotificationMail {
  readonly to: string
  readonly language: Language
  /** Undefined for workspace members. */
  readonly agency: Sender | undefined
  readonly title: string
  readonly body: string
  readonly link: string
  /** Mails about one chat form a thread. */
  readonly conversationId: string
  readonly unsubscribe: string
  readonly key: string
}
export type SendMail = (ctx: Ctx, mail: NotificationMail) => Promise<void>

export interface Outbound {
  readonly fetch: typeof fetch
  /** @throws OutboundError */
  readonly check: (address: string) => Promise<void>
}
