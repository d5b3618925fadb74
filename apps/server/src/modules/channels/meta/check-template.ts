// Checks a template of a WhatsApp number before it is sent to many.
import { isFilledByName, type Template, wordsWithName } from '@parlance/contract/channels/whatsapp'
import type { TemplateMedia } from '@parlance/contract/channels/whatsapp-lists'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Connections } from '../connections/connections.ts'

interface Chosen {
  readonly name: string
  readonly language: string
  readonly hasName: boolean
  readonly media: { readonly kind: TemplateMedia; readonly url: string } | null
}
interface Deps {
  readonly connections: Pick<Connections, 'openOfAgent'>
  readonly accounts: {
    readonly assertMediaAt: (kind: TemplateMedia, address: string) => Promise<void>
    readonly templates: (wabaId: string, token: string) => Promise<readonly Template[]>
  }
}

const NEEDS = {
  IMAGE: msg('whatsapp_template_needs_picture'),
  VIDEO: msg('whatsapp_template_needs_video'),
  DOCUMENT: msg('whatsapp_template_needs_document'),
} as const

export function approvedTemplate(all: readonly Template[], { name, language }: Pick<Chosen, 'name' | 'language'>) {
  const template = all.find((one) => one.name === name && one.language === language)
  if (template?.status !== 'APPROVED') throw new AppError('CONFLICT', msg('whatsapp_template_unknown'))
  return template
}

export const createCheckTemplate = ({ connections, accounts }: Deps) =>
  async function checkTemplate(ctx: Ctx, agentId: string, chosen: Chosen): Promise<{ text: string }> {
    const connection = await connections.openOfAgent(ctx, agentId, 'whatsapp')
    if (!connection) throw new AppError('NOT_FOUND', msg('whatsapp_not_connected'))
    const { settings, secrets } = connection
    const all = await accounts.templates(settings.wabaId ?? '', secrets.longAccessToken ?? '')
    const template = approvedTemplate(all, chosen)
    const { media: kind, places } = template
    if (!isFilledByName(template) || places.length !== (chosen.hasName ? 1 : 0))
      throw new AppError('INVALID_INPUT', msg('whatsapp_template_values'))
    const { media } = chosen
    if (kind === '') {
      if (media) throw new AppError('INVALID_INPUT', msg('whatsapp_template_without_media'))
    } else {
      if (media?.kind !== kind) throw new AppError('INVALID_INPUT', NEEDS[kind])
      await accounts.assertMediaAt(kind, media.url)
    }
    return { text: wordsWithName(template) }
  }
