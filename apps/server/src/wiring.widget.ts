// Wires the question whether a widget is live: pages through a guarded client of its own, sites from what was counted.
import { createPageInspector } from './adapters/embed/inspect-page.ts'
import type { Agents } from './modules/agents/service.ts'
import type { Analytics } from './modules/analytics/service.ts'
import { createWidget } from './modules/widget/service.ts'
import type { Logger } from './lib/log.ts'
import type { Settings } from './lib/settings.ts'

export interface WidgetWiring {
  readonly settings: Settings
  readonly log: Logger
  readonly agents: Pick<Agents, 'get'>
  readonly analytics: Pick<Analytics, 'latestSites'>
}

export const wireWidget = ({ settings, log, agents, analytics }: WidgetWiring) =>
  createWidget({
    agents,
    sites: analytics.latestSites,
    look: createPageInspector({
      allow: settings.outboundAllow,
      publicUrl: () => settings.publicUrl,
      onRefused: (reason) => log.info({ reason }, 'a look at a page was refused'),
    }),
    publicUrl: () => settings.publicUrl,
  })
