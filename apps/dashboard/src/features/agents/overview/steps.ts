// The checklist's steps and whether each is done.
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { AgentOverview } from '@parlance/contract/analytics/api'

export type StepKey = 'knowledge' | 'tried' | 'theme' | 'site' | 'key' | 'invited'
export interface Step {
  readonly key: StepKey
  readonly done: boolean
  /** A key exists, but passed no test. */
  readonly untested?: boolean
}

interface StepsOf {
  overview: Pick<AgentOverview, 'done' | 'site'>
  config: Pick<
    AgentConfig,
    'agentPlatform' | 'theme' | 'roundedImageURL' | 'avatarImageUrl' | 'headerImageUrl' | 'chatBgURL'
  >
  /** Who pays for the current model. */
  paidBy: string | undefined
  /** Whether the workspace's key passed its last test, if known. */
  keyWorks?: boolean | undefined
  mayInvite: boolean
}

/** A new agent's default theme. */
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
