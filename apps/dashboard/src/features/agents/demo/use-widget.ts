// Embeds the real widget with the public script.
import type { Region } from '@parlance/contract/lib/regions'
import { useEffect } from 'react'
import type { Render } from '../deploy/script-tag.ts'

interface Options {
  agentId: string
  region: Region
  /** The display mode; defaults to the agent's. */
  render?: Render | undefined
  /** The element a full-width chat fills. */
  container?: string
  /** Opens automatically. */
  open?: boolean
  /** False embeds none. */
  active?: boolean
}

const ATTRIBUTE = 'data-agent'

export function useWidget({ agentId, region, render, container, open = false, active = true }: Options): void {
  useEffect(() => {
    if (!active) return
    const present = document.querySelector(`script[${ATTRIBUTE}]`)
    // A page holds one widget for its lifetime; another agent needs a fresh page.
    if (present && present.getAttribute(ATTRIBUTE) !== agentId) return location.reload()
    if (present) return
    const script = document.createElement('script')
    script.src = '/widget.js'
    script.setAttribute(ATTRIBUTE, agentId)
    script.dataset['region'] = region
    if (render === 'modal') script.dataset['modal'] = 'true'
    else if (render) script.dataset['render'] = render
    if (container && render === 'full-width') script.dataset['container'] = container
    if (open) script.addEventListener('load', openChat)
    document.head.append(script)
  }, [agentId, region, render, container, open, active])
}

/** Does nothing before the script has loaded. */
export function openChat(): void {
  ;(window as { parlance?: { open: () => void } }).parlance?.open()
}
