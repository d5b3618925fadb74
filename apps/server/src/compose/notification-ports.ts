import { type Mailers, threadHeaders, unlessRefused, unsubscribeHeaders } from '../lib/mail.ts'
import type { Logger } from '../lib/log.ts'
import { createGuardedFetch } from '../lib/outbound/guarded-fetch.ts'
import type { createNotificationsModule } from '../modules/notifications/index.ts'
import { type createWorkspacesModule, workspaceEmails } from '../modules/workspaces/index.ts'

type Deps = Parameters<typeof createNotificationsModule>[0]
type GuardedFetch = Parameters<typeof createGuardedFetch>[0]
type People = ReturnType<typeof createWorkspacesModule>['people']

const PUSH_TIMEOUT_MS = 15_000
/** Response bodies are ignored. */
const PUSH_MAX_BYTES = 64 * 1024

const addressOf = (mailbox: string): string => /<([^<>]+)>/.exec(mailbox)?.[1] ?? mailbox.trim()

/** The contact that push services require, as a `mailto:` URL; `mailbox` may include a name. */
export const contactOf = (mailbox: string): string => `mailto:${addressOf(mailbox)}`

export const notifiedMembers = (
  people: Pick<People, 'colleagues'>,
  languagesOf: Deps['members']['languagesOf'],
  mailIsSandboxed: boolean,
): Deps['members'] => ({
  list: async (ctx) => (await people.colleagues(ctx, ctx.workspaceId)).map(({ userId: id, email }) => ({ id, email })),
  languagesOf,
  mailable: (ctx) => workspaceEmails(ctx, ctx.workspaceId, mailIsSandboxed),
})

export const notificationMailer =
  (mailers: Mailers, log: Logger): Deps['sendMail'] =>
  async ({ region, workspaceId }, { to, key, agency, conversationId, unsubscribe, ...about }) =>
    mailers
      .of(region)
      .send({
        to,
        key,
        headers: { ...threadHeaders(conversationId), ...unsubscribeHeaders(unsubscribe) },
        // Only client users are notified in the name of an agency.
        ...(agency ? { onBehalfOf: workspaceId } : {}),
        ...(await (
          await import('../mails/client-mails.ts')
        ).notificationMail({ ...about, agency: agency?.name, colours: agency?.colours })),
      })
      .catch(unlessRefused(log, key))

/** Push endpoints come from browsers, so they are treated like any URL that users enter. */
export const pushOutbound = ({
  check,
  allow,
  log,
}: {
  readonly check: Deps['outbound']['check']
  readonly allow: GuardedFetch['allow']
  readonly log: Logger
}): Deps['outbound'] => ({
  check,
  fetch: createGuardedFetch({
    allow,
    timeoutMs: PUSH_TIMEOUT_MS,
    maxBytes: PUSH_MAX_BYTES,
    onRefused: (reason) => log.info({ reason }, 'sending a push message failed'),
  }),
})
