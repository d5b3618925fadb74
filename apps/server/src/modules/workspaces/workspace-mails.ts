import { DEFAULT_LANGUAGE } from '@parlance/contract/accounts/languages'
import type { Mailers } from '../../lib/mail.ts'
import type { Accounts } from '../accounts/index.ts'
import type { WorkspaceMails } from './ports.ts'

export interface WorkspaceMailsDeps {
  readonly mailers: Mailers
  /** Our own origin; known once the server listens. */
  readonly appOrigin: () => string
  readonly accounts: Pick<Accounts, 'invitationLink' | 'languagesOf' | 'profilesOf'>
}

/** Characters that fit into the line of the mail. */
const MAX_INVITER_LENGTH = 60

/** Names can be chosen freely, so the address is shown too if both fit. */
const inviterText = (name: string, email: string): string => {
  const both = `${name} (${email})`
  return name === '' ? email : both.length > MAX_INVITER_LENGTH ? name : both
}

/** Mail texts are loaded lazily: their libraries are large. */
export function createWorkspaceMails({ mailers, appOrigin, accounts }: WorkspaceMailsDeps): WorkspaceMails {
  const { invitationLink, languagesOf, profilesOf } = accounts
  const texts = () => import('../../mails/mails.ts')
  const languageOf = async (...people: readonly string[]) => {
    const known = await languagesOf(people)
    return people.map((email) => known.get(email)).find((language) => language !== undefined) ?? DEFAULT_LANGUAGE
  }
  return {
    async invitation({ region }, { to, workspaceId, invitedAt, ...invitation }) {
      const link = await invitationLink({ region, workspaceId, email: to }, invitedAt)
      const { inviter: email } = invitation
      const inviter = inviterText((await profilesOf([email])).get(email)?.name ?? '', email)
      const about = { ...invitation, inviter, language: await languageOf(to, email), link, region }
      await mailers.of(region).sendOrLater({ to, ...(await (await texts()).invitationMail(about)) })
    },
    async notice({ region }, { to, ...notice }) {
      const about = { ...notice, language: await languageOf(to) }
      await mailers.of(region).send({ to, ...(await (await texts()).noticeMail(about)) })
    },
    async log({ region, workspaceId }, { to, ...log }) {
      const link = `${appOrigin()}/app/${region}/events?workspace=${workspaceId}`
      const about = { ...log, language: await languageOf(to), link }
      await mailers.of(region).sendOrLater({ to, ...(await (await texts()).workspaceLogMail(about)) })
    },
  }
}
