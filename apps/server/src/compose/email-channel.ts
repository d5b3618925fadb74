// Composes email as a channel; no adapter unless a service receives mail.
import { DEFAULT_LANGUAGE, languageFor } from '@parlance/contract/accounts/languages'
import { createEmail, type EmailOptions } from '../adapters/email/email.ts'
import type { createAgenciesModule } from '../modules/agencies/index.ts'
import type { ChannelAdapter } from '../modules/channels/index.ts'
import { type createFilesModule, fileIdIn, unsignedUrl } from '../modules/files/index.ts'
import type { Agents } from './agents.ts'
import type { Base, Module } from './base.ts'
import { answersIn } from './inbound-mail.ts'
import { createMailBrand } from './mail-brand.ts'

interface Needs {
  readonly agencies: Module<typeof createAgenciesModule>
  readonly agents: Agents['agents']
  readonly files: Module<typeof createFilesModule>
}

export function emailAdapters(
  { appOrigin: origin, settings, infrastructure: { contexts, inboundMail, mail } }: Base,
  { agencies, agents, files }: Needs,
): ChannelAdapter[] {
  if (!inboundMail) return []
  const brandOf = createMailBrand(agencies, '')
  const draw: EmailOptions['draw'] = async ({ region, workspaceId, agentId }, about) => {
    const ctx = { ...contexts.system(region), workspaceId }
    const [agent, { colours }] = await Promise.all([
      agents.service.forTurn(ctx, agentId, { draft: false }),
      brandOf(ctx, workspaceId),
    ])
    const { channelMail } = await import('../mails/channel-mail.ts')
    const language = about.first?.language ?? languageFor([agent?.config.lang ?? DEFAULT_LANGUAGE])
    return channelMail({ ...about, colours, title: agent?.title ?? '', language })
  }
  const fileOf: EmailOptions['fileOf'] = async ({ region, workspaceId }, url) => {
    const id = url.startsWith(`${origin()}/media/`) ? fileIdIn(unsignedUrl(url.slice(origin().length))) : undefined
    const ctx = { ...contexts.system(region), workspaceId }
    const file = id === undefined ? undefined : await files.service.read(ctx, id)
    return file?.workspaceId === workspaceId && id !== undefined ? files.service.bytesOf(ctx, id) : undefined
  }
  const isSandbox = settings.mail.inbound === undefined
  const alsoIn: EmailOptions['alsoIn'] = (event) => answersIn(event, inboundMail.domain)
  return [{ ...createEmail({ inboundMail, alsoIn, mailers: mail.mailers, draw, fileOf }), isSandbox }]
}
