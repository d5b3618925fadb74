// Wires the first steps: the front page of a site through a guarded client of its own.
import { createSiteInspector } from './adapters/web/inspect-site.ts'
import { createOnboarding, type OnboardingDeps } from './modules/onboarding/service.ts'
import type { Logger } from './lib/log.ts'
import type { Settings } from './lib/settings.ts'

interface Given extends Omit<OnboardingDeps, 'look'> {
  readonly settings: Settings
  readonly log: Logger
}

export const wireOnboarding = ({ settings, log, workspaces, agents, crawler }: Given) =>
  createOnboarding({
    workspaces,
    agents,
    crawler,
    look: createSiteInspector({
      allow: settings.outboundAllow,
      publicUrl: () => settings.publicUrl,
      onRefused: (reason) => log.info({ reason }, 'a look at a site was refused'),
    }),
  })
