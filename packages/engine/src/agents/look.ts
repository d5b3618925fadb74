// Colours and font of a chat, from the fields of its agent.
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import { fontStack } from '@parlance/contract/agents/fonts'
import { readTheme } from '@parlance/contract/agents/theme'

type LookFields = Pick<PublicAgent, 'theme' | 'customThemeJSONString' | 'fontFamily'>

/** Pure and total: any stored value gives a readable look. */
export const lookOf = (agent: LookFields): PublicAgent['paint'] => ({
  ...readTheme(agent),
  font: fontStack(agent.fontFamily),
})
