// Ends first messages to a person by the signed link in them: at once for mail programs (RFC 8058), by a button for
// people. Answers to what the person writes still reach them.
import { isLanguage, type Language } from '@parlance/contract/accounts/languages'
import { msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import type { Vault } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { LinkPage } from '../../../lib/http/link-page.ts'
import { storedMessage } from '../../../lib/stored-message.ts'
import { emailTexts } from '../../../mails/texts.ts'
import * as repository from './opt-outs.repository.ts'

export interface OptOutDeps {
  readonly vault: Pick<Vault, 'sign' | 'verify'>
  /** The address that links of the workspace's agents begin with. */
  readonly originOf: (ctx: Ctx) => Promise<string>
}

const PURPOSE = 'channel-unsubscribe'
/** The method of first messages in the outbox. */
export const FIRST_MESSAGE = 'first'
const OPTED_OUT = storedMessage(msg('channel_opted_out'))
const Named = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()])

export function createOptOuts({ vault, originOf }: OptOutDeps) {
  const read = ({ region }: Ctx, token: string): (repository.OptOut & { language: Language }) | undefined => {
    const [payload = '', signature = ''] = token.split('.')
    if (!vault.verify(PURPOSE, `${region}|${payload}`, signature)) return undefined
    try {
      const [workspaceId, agentId, channel, sender, language] = Named.parse(
        JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')),
      )
      return { workspaceId, agentId, channel, sender, language: isLanguage(language) ? language : 'en' }
    } catch {
      return undefined
    }
  }
  /** Idempotent. */
  const record = (ctx: Ctx, optOut: repository.OptOut) =>
    ctx.tx(async (tx) => {
      await repository.insertOptOut(tx.db, optOut, tx.now())
      await repository.dropFirstMessages(tx.db, optOut, { method: FIRST_MESSAGE, reason: OPTED_OUT })
    })
  return {
    record,
    /** The link by which a person unsubscribes; the context's workspace is the agent's. */
    async link(
      ctx: Ctx,
      { agentId, channel, sender, language }: Omit<repository.OptOut, 'workspaceId'> & { language: Language },
    ) {
      const named = [ctx.workspaceId, agentId, channel, sender, language]
      const payload = Buffer.from(JSON.stringify(named)).toString('base64url')
      const token = `${payload}.${vault.sign(PURPOSE, `${ctx.region}|${payload}`)}`
      return `${await originOf(ctx)}/api/${ctx.region}/campaigns/unsubscribe/${token}`
    },
    /** Idempotent. False for an invalid link. */
    async end(ctx: Ctx, token: string): Promise<boolean> {
      const named = read(ctx, token)
      if (!named) return false
      const { language: _language, ...optOut } = named
      await record(ctx, optOut)
      return true
    },
    /** The link's page; undefined for an invalid link. */
    async page(ctx: Ctx, token: string, isDone: boolean): Promise<LinkPage | undefined> {
      const named = read(ctx, token)
      if (!named) return undefined
      const t = await emailTexts(named.language, 'unsubscribe')
      const [title, text] = isDone ? [t('doneTitle'), t('campaignDoneText')] : [t('title'), t('campaignText')]
      return { language: named.language, title, text, ...(!isDone && { button: t('button') }) }
    },
    forget: (ctx: Ctx, of: { agentId: string } | { workspaceId: string }) => repository.forgetOptOuts(ctx.db, of),
  }
}
export type OptOuts = ReturnType<typeof createOptOuts>
