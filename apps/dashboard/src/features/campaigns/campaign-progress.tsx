// How far a campaign is, as a bar.
import { Progress } from '@mantine/core'
import type { Campaign } from '@parlance/contract/campaigns/schemas'
import { progressOf } from './use-campaigns.ts'

export function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const { total, sent, missed, failed, running } = progressOf(campaign)
  if (total === 0) return null
  const share = (part: number) => (part / total) * 100
  return (
    <Progress.Root size="sm" aria-hidden>
      <Progress.Section value={share(sent)} color="green.5" />
      <Progress.Section value={share(running)} color="iris" />
      <Progress.Section value={share(missed)} color="yellow.4" />
      <Progress.Section value={share(failed)} color="red" />
    </Progress.Root>
  )
}
