// Which first steps an agent has, and which of them are done.
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { AgentOverview } from '@parlance/contract/analytics/api'

export type StepKey = 'knowledge' | 'tried' | 'theme' | 'site' | 'key' | 'invited'
export interface Step {
  readonly key: StepKey
  readonly done: boolean
  /** There is a key, but no test that it passed. */
  readonly untested?: boolean
}

interface StepsOf {
  overview: Pick<AgentOverview, 'done' | 'site'>
  config: Pick<
    AgentConfig,
    'agentPlatform' | 'theme' | 'roundedImageURL' | 'avatarImageUrl' | 'headerImageUrl' | 'chatBgURL'
  >
  /** Who pays for the model that answers now. */
  paidBy: string | undefined
  /** Whether the workspace's own key passed its last test; undefined where that is not known. */
  keyWorks?: boolean | undefined
  mayInvite: boolean
}

/** What a new agent looks like. */
const FIRST_THEME = 'blue-light'

export function stepsOf({ overview: { done, site }, config, paidBy, keyWorks, mayInvite }: StepsOf): Step[] {
  const untested = paidBy === 'ownKey' && keyWorks === false
  const isThemed =
    config.theme !== FIRST_THEME ||
    [config.roundedImageURL, config.avatarImageUrl, config.headerImageUrl, config.chatBgURL].some(Boolean)
  const isOurs = config.agentPlatform === 'vg'
  const steps: (Step | false)[] = [
    isOurs && { key: 'knowledge', done: done.knowledge },
    { key: 'tried', done: done.tried },
    { key: 'theme', done: isThemed },
    { key: 'site', done: site !== null },
    isOurs && { key: 'key', done: !untested && (paidBy === 'ownKey' || paidBy === 'platform'), untested },
    mayInvite && { key: 'invited', done: done.invited },
  ]
  return steps.filter((step) => step !== false)
}
