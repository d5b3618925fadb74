import { createPageInspector } from '../adapters/embed/inspect-page.ts'
import type { createAccountsModule } from '../modules/accounts/index.ts'
import type { createAnalyticsModule } from '../modules/analytics/index.ts'
import { createWidgetModule } from '../modules/widget/index.ts'
import type { createWorkspacesModule } from '../modules/workspaces/index.ts'
import type { Base, Module } from './base.ts'
import type { Agents } from './agents.ts'
import type { Models } from './models.ts'

interface Needs {
  readonly accounts: Module<typeof createAccountsModule>
  readonly analytics: Module<typeof createAnalyticsModule>
  readonly workspaces: Module<typeof createWorkspacesModule>
  readonly agents: Agents['agents']
  readonly publishedAgent: Agents['publishedAgent']
  readonly models: Models['models']
}

export function composeWidget(
  { settings, log, appOrigin, system }: Base,
  { accounts, analytics, workspaces, agents, publishedAgent, models }: Needs,
) {
  const { outboundAllow: allow } = settings
  return createWidgetModule({
    agents: agents.service,
    sites: analytics.service.latestSites,
    inspectPage: createPageInspector({
      allow,
      appOrigin,
      onRefused: (reason) => log.info({ reason }, 'inspecting a page failed'),
    }),
    appOrigin,
    demo: {
      regions: settings.regions,
      contextFor: system,
      session: accounts.service.authenticate,
      roleOf: workspaces.service.roleOf,
      publishedAgent,
      models,
    },
  })
}
