// Puts the real widget on a page of ours, by the script other people's pages use.
import type { Region } from '@parlance/core/kit/regions'
import { useEffect } from 'react'

interface Options {
  agentId: string
  region: Region
  /** The chat opens by itself. */
  open?: boolean
  /** False puts none there. */
  active?: boolean
}

const ATTRIBUTE = 'data-agent'

export function useWidget({ agentId, region, open = false, active = true }: Options): void {
  useEffect(() => {
    if (!active) return
    const present = document.querySelector(`script[${ATTRIBUTE}]`)
    // A page holds one widget for as long as it lives; another agent needs a fresh page.
    if (present && present.getAttribute(ATTRIBUTE) !== agentId) return location.reload()
    if (present) return
    const script = document.createElement('script')
    script.src = '/widget.js'
    script.setAttribute(ATTRIBUTE, agentId)
    script.dataset['region'] = region
    if (open) {
      script.addEventListener('load', () => {
        ;(window as { parlance?: { open: () => void } }).parlance?.open()
      })
    }
    document.head.append(script)
  }, [agentId, region, open, active])
}
