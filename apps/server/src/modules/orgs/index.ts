import { afterCalls } from '../../lib/after-calls.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { createClientAccount } from './client-account.ts'
import { createClientNotifications } from './client-notifications.ts'
import { clientOf as findClientOf, type SessionDeps } from './client-sessions.ts'
import { readClientCookie } from './cookies.ts'
import { orgsJobs } from './jobs.ts'
import { createClientAccountRouter, createOrgsRouter } from './router.ts'
import { createOrgs, type OrgsDeps } from './service.ts'
import { createClientSignIn, type SignInDeps } from './sign-in.ts'

export interface OrgsModuleDeps extends OrgsDeps, SignInDeps, SessionDeps {
  readonly agencies: OrgsDeps['agencies'] &
    SignInDeps['agencies'] &
    SessionDeps['agencies'] &
    Parameters<typeof createClientNotifications>[0]['agencies']
  /** Called after sessions may have ended, so that open streams are checked again. */
  readonly recheckStreams: () => void
}

export function createOrgsModule(deps: OrgsModuleDeps) {
  const { settings, recheckStreams } = deps
  const service = createOrgs(deps)
  const signIn = createClientSignIn(deps)
  const clientOf = (ctx: Ctx, token: string) => findClientOf(deps, ctx, token)
  const account = createClientAccount({ ...deps, clientOf })
  const calls = afterCalls(service, ['update', 'delete', 'updateClient', 'deleteClient'], recheckStreams)
  const entering = afterCalls(signIn, ['setPassword', 'changePassword'], recheckStreams)
  return {
    service,
    notified: createClientNotifications(deps),
    guard: {
      client: clientOf,
      clientCookie: ({ region }: Ctx, headers: Headers) => readClientCookie(headers, settings.publicUrl, region),
    },
    router: createOrgsRouter(calls, entering),
    accountRouter: createClientAccountRouter(entering, afterCalls(account, ['signOut'], recheckStreams)),
    jobs: orgsJobs(service, signIn),
  }
}
