// The widget's host element: isolated from the page's CSS and placed correctly.
import type { EmbedConfig } from './config.ts'

/** Resets every style of the page with higher priority than any rule. */
function isolate(host: HTMLElement, rules: string): void {
  // Sets properties one by one: a page's policy may forbid the style attribute.
  for (const rule of `all:initial;display:block;direction:ltr;${rules}`.split(';')) {
    const [property = '', value = ''] = rule.split(':')
    host.style.setProperty(property, value, 'important')
  }
}

/** Placed next to the body, which the page may transform or replace, and in the top layer if supported. */
export function placeAbove(host: HTMLElement): void {
  isolate(host, 'position:fixed;z-index:2147483647;width:0;height:0')
  document.documentElement.append(host)
  host.popover = 'manual'
  host.showPopover?.()
}

/** Default height in pixels when the surroundings define none, and the minimum that counts as one. */
const INLINE_HEIGHT = 480
const SOME_HEIGHT = 100

/** The container of a full-width chat, if it exists. */
function containerOf({ container, agentId }: EmbedConfig): Element | null | undefined {
  try {
    if (container) return document.querySelector(container)
  } catch {
    // Treats an invalid selector as none.
  }
  const named = [...document.querySelectorAll('[data-parlance]')]
  const meant = named.find((element) => ['', agentId].includes(element.getAttribute('data-parlance') ?? ''))
  return meant ?? document.getElementById('VG_OVERLAY_CONTAINER')
}

/** Fills its container or follows the tag; runs with the script to avoid later layout shifts. */
export function placeInline(host: HTMLElement, config: EmbedConfig): void {
  isolate(host, 'position:relative;height:100%')
  const container = containerOf(config)
  const given = container?.clientHeight ?? 0
  if (container) container.append(host)
  else if (document.body?.contains(config.tag)) config.tag.after(host)
  else document.body?.append(host)
  // A percentage of an undefined height is zero.
  if (host.offsetHeight < SOME_HEIGHT)
    host.style.setProperty('min-height', `${given < SOME_HEIGHT ? INLINE_HEIGHT : given}px`, 'important')
}
