import type { Region } from '@parlance/core/kit/regions'

export type Render = 'bottom-right' | 'bottom-left'
interface Embed {
  origin: string
  agentId: string
  region: Region
  render: Render
}

/** The one line people paste into their pages. */
export const scriptTag = ({ origin, agentId, region, render }: Embed): string =>
  `<script src="${origin}/widget.js" data-agent="${agentId}" data-region="${region}" data-render="${render}" defer></script>`
