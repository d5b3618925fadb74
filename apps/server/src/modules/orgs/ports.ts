// What orgs need from outside.
import type { Language } from '@parlance/contract/accounts/languages'
import type { Ctx } from '../../lib/ctx.ts'

export interface ClientAgent {
  readonly id: string
  readonly title: string
  readonly roundedImageUrl: string
  readonly lastModified: Date
}

export interface OrgAgents {
  /** Those of the context's workspace among these; of all of it where undefined. Newest-modified first. */
  readonly summaries: (ctx: Ctx, agentIds: readonly string[] | undefined) => Promise<readonly ClientAgent[]>
  /** Titles of those among these that the context's workspace has. */
  readonly titles: (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

interface ClientMail {
  readonly to: string
  /** Name of the agency, under which the mail comes. */
  readonly agency: string
  readonly language: Language
}

/** Mails to client users. Rejects with MailRefused where the address takes none. */
export interface ClientMails {
  /** `link` leads to the page where the password is set, or to the sign-in page where there are none. */
  readonly invitation: (
    ctx: Ctx,
    mail: ClientMail & { readonly name: string; readonly org: string; readonly link: string; readonly byCode: boolean },
  ) => Promise<void>
  readonly code: (ctx: Ctx, mail: ClientMail & { readonly code: string }) => Promise<void>
}
