import { createLazyCss } from '../adapters/css/lazy-css.ts'
import { createGoogleFonts } from '../adapters/google-fonts/google-fonts.ts'
import { createPortraits } from '../adapters/pictures/pictures.ts'
import { createAgenciesModule } from '../modules/agencies/index.ts'
import { agentQueries } from '../modules/agents/index.ts'
import type { createAuditModule } from '../modules/audit/index.ts'
import { createClientMails, createFeedbackMails } from './client-mails.ts'
import { createOrgsModule } from '../modules/orgs/index.ts'
import type { createPaymentsModule } from '../modules/payments/index.ts'
import { type createWorkspacesModule, ownerEmail, workspaceLocks } from '../modules/workspaces/index.ts'
import type { Base, Module } from './base.ts'

/** The page, and the overlay with its dialogs, menus and toasts. */
const PAGES_OF_CLIENTS = ':is(#root,#overlays)'

interface Needs {
  readonly audit: Module<typeof createAuditModule>
  readonly workspaces: Module<typeof createWorkspacesModule>
  /** Called late: payments comes after orgs. */
  readonly clientBilling: () => Module<typeof createPaymentsModule>['clientBilling']
}

export function composeOrgs(
  {
    log,
    settings,
    infrastructure: { bus, contexts, enqueue, mail, origins, recheckStreams, sandbox, storage, vault },
  }: Base,
  { audit, clientBilling, workspaces }: Needs,
) {
  const cropPhoto = createPortraits()
  const agencies = createAgenciesModule({
    cropPhoto,
    storage,
    fontsProvider: createGoogleFonts({ baseUrl: sandbox.fontsUrl, log }),
    cleanCss: createLazyCss(origins.app, PAGES_OF_CLIENTS).clean,
    entitlements: workspaces.service.entitlements,
    isOwnHost: origins.isOwn,
    startTrial: (ctx, uid) => workspaces.service.startWhitelabelTrial(ctx, uid, mail.isSandboxed),
    ownerEmail: (ctx, uid) => ownerEmail(ctx, uid, mail.isSandboxed),
    mailFeedback: createFeedbackMails(mail.mailers, (ctx, orgId) => orgs.service.nameOf(ctx, orgId)),
    vault,
    roleOf: workspaces.service.roleOf,
    runAsAdmin: workspaceLocks.runAsAdmin,
  })
  const { regions } = settings
  const orgs = createOrgsModule({
    assertClientSeat: (tx, uid, used) => workspaces.service.assertWithinPlan(tx, uid, 'clientSeats', used),
    cropPhoto,
    bus,
    regions,
    contextFor: contexts.system,
    audit: audit.service,
    agencies: agencies.service,
    billing: {
      view: (ctx, workspaceId, orgId) => clientBilling().orgs.view(ctx, workspaceId, orgId),
      paying: (ctx, workspaceId) => clientBilling().orgs.paying(ctx, workspaceId),
      allow: (tx, workspaceId, orgId, allowBilling) => clientBilling().orgs.allow(tx, workspaceId, orgId, allowBilling),
      deleted: (tx, workspaceId, orgId) => clientBilling().orgs.deleted(tx, workspaceId, orgId),
      setRecharge: (tx, workspaceId, orgId, change) => clientBilling().orgs.setRecharge(tx, workspaceId, orgId, change),
      assertUnshared: (tx, workspaceId) => clientBilling().payers.assertUnshared(tx, workspaceId),
      changed: (ctx, workspaceId) => clientBilling().payers.changed(ctx, workspaceId),
    },
    agents: agentQueries,
    runAsAdmin: workspaceLocks.runAsAdmin,
    enqueue,
    mails: createClientMails(mail.mailers),
    roleOf: workspaces.service.roleOf,
    originOfAgency: origins.ofAgency,
    onAccessEnded: recheckStreams,
  })
  return { agencies, orgs }
}
