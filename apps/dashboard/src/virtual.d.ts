declare module 'virtual:contract' {
  /** `METHOD /path`, or a whole route under `~route`, or calls by name. */
  export type LeanRoutes = string | { readonly [name: string]: LeanRoutes }
  const routes: LeanRoutes
  export default routes
}

declare module 'virtual:new-widget' {
  import type { AgentConfig } from '@parlance/contract/agents/schemas'
  import type { Language } from '@parlance/contract/accounts/languages'
  interface Start {
    readonly config: AgentConfig
    /** Fields that differ from English. */
    readonly words: Readonly<Record<Language, Partial<AgentConfig>>>
  }
  const starts: Readonly<Record<AgentConfig['agentPlatform'], Start>>
  export default starts
}
