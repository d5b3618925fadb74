import { createSiteInspector } from '../adapters/web/inspect-site.ts'
import type { createCrawlerModule } from '../modules/crawler/index.ts'
import { createOnboardingModule } from '../modules/onboarding/index.ts'
import type { createWorkspacesModule } from '../modules/workspaces/index.ts'
import type { Agents } from './agents.ts'
import type { Base, Module } from './base.ts'

interface Needs {
  readonly agents: Agents['agents']
  readonly crawler: Module<typeof createCrawlerModule>
  readonly workspaces: Module<typeof createWorkspacesModule>
}

export const composeOnboarding = ({ settings, log, appOrigin }: Base, { agents, crawler, workspaces }: Needs) =>
  createOnboardingModule({
    workspaces: workspaces.service,
    agents: agents.service,
    crawler: crawler.service,
    inspectSite: createSiteInspector({
      allow: settings.outboundAllow,
      appOrigin,
      onRefused: (reason) => log.info({ reason }, 'inspecting a site failed'),
    }),
  })
