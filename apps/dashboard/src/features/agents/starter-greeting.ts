import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { STARTER_GREETING } from '@parlance/contract/agents/starter-greeting'
import { greetingOf } from '@parlance/contract/agents/greeting'

/** Whether it speaks another language but still has the default English greeting. */
export const greetsInStarterEnglish = (config: AgentConfig): boolean =>
  config.agentPlatform === 'vg' &&
  !/^(en\b|auto)/i.test(config.lang) &&
  greetingOf(config).join('\n') === STARTER_GREETING
