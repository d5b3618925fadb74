// Colours and font of a chat, from the fields of its agent.
import type { AgentConfig, PublicAgent } from '@parlance/contract/agents/schemas'
import { fontStack } from '@parlance/contract/agents/fonts'
import { paintOf, readPaint, readTheme, themeOf } from '@parlance/contract/agents/theme'

type ChatStyleFields = Pick<PublicAgent, 'theme' | 'customThemeJSONString' | 'fontFamily'>

/** Total: any stored value gives a readable style. */
export const chatStyleOf = (agent: ChatStyleFields): PublicAgent['paint'] => ({
  ...readTheme(agent),
  font: fontStack(agent.fontFamily),
})

type DarkFields = ChatStyleFields & Pick<AgentConfig, 'followColorScheme' | 'ADVANCED_customCSS'>

/** The style in dark mode; undefined where it equals the light one. Owners write their CSS for light mode. */
export const darkChatStyleOf = (agent: DarkFields): PublicAgent['darkPaint'] => {
  const { mode, accent } = readPaint(agent)
  if (!agent.followColorScheme || mode === 'dark' || agent.ADVANCED_customCSS.trim() !== '') return undefined
  return { ...themeOf(paintOf(accent, true)), font: fontStack(agent.fontFamily) }
}
