// Colours and font of a chat, from the fields of its agent.
import type { PublicAgent } from './agents.ts'
import { fontStack } from './fonts.ts'
import { readTheme } from './theme.ts'

type LookFields = Pick<PublicAgent, 'theme' | 'customThemeJSONString' | 'fontFamily'>

/** Pure and total: any stored value gives a readable look. */
export const lookOf = (agent: LookFields): PublicAgent['paint'] => ({
  ...readTheme(agent),
  font: fontStack(agent.fontFamily),
})
