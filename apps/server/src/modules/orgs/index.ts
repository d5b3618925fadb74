import type { Ctx } from '../../lib/ctx.ts'
import { createClientAccount } from './client-account.ts'
import { createClientNotifications } from './client-notifications.ts'
import { clientGone, clientOf as findClientOf, type SessionDeps } from './client-sessions.ts'
import { readClientCookie } from './cookies.ts'
import { orgsJobs } from './jobs.ts'
import { createOrgPictures } from './pictures.ts'
import { createManualHandoffAgents, type ManualHandoffDeps } from './manual-handoff.ts'
import { createClientAccountRouter, createOrgsRouter } from './router.ts'
import { createOrgs, type OrgsDeps } from './service.ts'
import { createClientSignIn, type SignInDeps } from './sign-in.ts'

export interface OrgsModuleDeps
  extends Omit<OrgsDeps, 'manualHandoffAgents'>, ManualHandoffDeps, SignInDeps, SessionDeps {
  readonly agencies: OrgsDeps['agencies'] &
    SignInDeps['agencies'] &
    SessionDeps['agencies'] &
    Parameters<typeof createClientNotifications>[0]['agencies']
  readonly cropPhoto: Parameters<typeof createOrgPictures>[0]['cropPhoto']
}

export function createOrgsModule(deps: OrgsModuleDeps) {
  const service = createOrgs({ ...deps, manualHandoffAgents: createManualHandoffAgents(deps) })
  const signIn = createClientSignIn(deps)
  const clientOf = (ctx: Ctx, token: string) => findClientOf(deps, ctx, token)
  const account = createClientAccount({ ...deps, clientOf })
  const pictures = createOrgPictures(deps)
  return {
    service,
    pictures,
    notified: createClientNotifications(deps),
    guard: {
      client: clientOf,
      clientGone,
      clientCookie: ({ region, origin }: Ctx, headers: Headers) => readClientCookie(headers, origin, region),
    },
    router: createOrgsRouter(service, signIn, pictures),
    accountRouter: createClientAccountRouter(signIn, account, pictures),
    jobs: orgsJobs(service, signIn),
  }
}
