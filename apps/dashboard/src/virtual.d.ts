declare module 'virtual:contract' {
  /** `METHOD /path`, or a whole route under `~route`, or calls by name. */
  export type LeanRoutes = string | { readonly [name: string]: LeanRoutes }
  const routes: LeanRoutes
  export default routes
}

declare module 'virtual:new-widget' {
  import type { AgentConfig } from '@parlance/core/agents/agents'
  const starts: Readonly<Record<AgentConfig['agentPlatform'], AgentConfig>>
  export default starts
}
