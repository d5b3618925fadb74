// Unsubscribes from notification mails by the link in them: at once for mail programs (RFC 8058), by a button for
// people. The signed link names the person and opens nothing else.
import { isLanguage, type Language } from '@parlance/contract/accounts/languages'
import { PersonalNotifications } from '@parlance/contract/notifications/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { z } from 'zod'
import type { Vault } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { LinkPage } from '../../lib/http/link-page.ts'
import { emailTexts } from '../../mails/texts.ts'
import type { Clients } from './ports.ts'
import * as repository from './repository.ts'
import type { MessageSubscribers } from './message-subscribers.ts'

export interface UnsubscribeDeps {
  readonly vault: Pick<Vault, 'sign' | 'verify'>
  readonly clients: Pick<Clients, 'changeSettings' | 'settingsOf'>
  readonly subscribers: Pick<MessageSubscribers, 'changed'>
  readonly contextOf: (workspaceId: string, ctx: Ctx) => Ctx
}

const PURPOSE = 'notification-unsubscribe'
const Named = z.tuple([z.string(), z.string(), z.string(), z.string()])
interface Person {
  readonly workspaceId: string
  readonly orgId: string
  readonly personId: string
  readonly language: Language
}

export function createUnsubscribe({ vault, clients, subscribers, contextOf }: UnsubscribeDeps) {
  const read = ({ region }: Ctx, token: string): Person | undefined => {
    const [payload = '', signature = ''] = token.split('.')
    if (!vault.verify(PURPOSE, `${region}|${payload}`, signature)) return undefined
    try {
      const [workspaceId, orgId, personId, language] = Named.parse(
        JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')),
      )
      return { workspaceId, orgId, personId, language: isLanguage(language) ? language : 'en' }
    } catch {
      return undefined
    }
  }
  const without = (stored: unknown): Pick<PersonalNotifications, 'notifyThrough'> | undefined => {
    const { notifyThrough } = PersonalNotifications.parse(stored ?? {})
    if (notifyThrough === 'all') return { notifyThrough: 'push' }
    return notifyThrough === 'email' ? { notifyThrough: 'none' } : undefined
  }
  return {
    /** The last part of the link, after `/api/{region}/notifications/unsubscribe/`. */
    token({ region }: Pick<Ctx, 'region'>, { workspaceId, orgId, personId, language }: Person): string {
      const payload = Buffer.from(JSON.stringify([workspaceId, orgId, personId, language])).toString('base64url')
      return `${payload}.${vault.sign(PURPOSE, `${region}|${payload}`)}`
    },
    /** Unsubscribes the person. Idempotent. False for an invalid link. */
    async end(ctx: Ctx, token: string): Promise<boolean> {
      const person = read(ctx, token)
      if (!person) return false
      const { workspaceId, orgId, personId: userId } = person
      const inside = contextOf(workspaceId, ctx)
      try {
        await inside.tx(async (tx) => {
          if (orgId !== '') {
            const change = without(await clients.settingsOf(tx, userId))
            return change && clients.changeSettings(tx, userId, change)
          }
          await repository.lockPerson(tx.db, workspaceId, userId)
          const before = (await repository.readSettings(tx.db, workspaceId, [userId])).get(userId)
          const change = without(before)
          if (change) await repository.saveSettings(tx.db, { workspaceId, userId, settings: { ...before, ...change } })
        })
      } catch (error) {
        // The person is gone, and so are their mails.
        if (!(error instanceof AppError)) throw error
      }
      subscribers.changed(inside, workspaceId)
      return true
    },
    /** The link's page; undefined for an invalid link. */
    async page(ctx: Ctx, token: string, isDone: boolean): Promise<LinkPage | undefined> {
      const person = read(ctx, token)
      if (!person) return undefined
      const t = await emailTexts(person.language, 'unsubscribe')
      const [title, text] = isDone ? [t('doneTitle'), t('doneText')] : [t('title'), t('text')]
      return { language: person.language, title, text, ...(!isDone && { button: t('button') }) }
    },
  }
}
export type Unsubscribe = ReturnType<typeof createUnsubscribe>
