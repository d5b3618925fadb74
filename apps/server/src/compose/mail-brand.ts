import { mailColours } from '@parlance/contract/agencies/theme'
import type { Ctx } from '../lib/ctx.ts'
import type { MailBrand } from '../mails/email-document.ts'
import type { createAgenciesModule } from '../modules/agencies/index.ts'
import type { Module } from './base.ts'

export const createMailBrand =
  (agencies: Pick<Module<typeof createAgenciesModule>, 'service'>, operatorEmail: string) =>
  async (ctx: Ctx, workspaceId: string): Promise<MailBrand> => {
    const profile = (await agencies.service.findOfWorkspace(ctx, workspaceId))?.profile
    return {
      ...(profile && { colours: mailColours(profile) }),
      // Visitors of an agency never learn who operates the platform.
      supportAddress: profile ? profile.supportEmail : operatorEmail,
    }
  }
