// The element in the host page that holds everything of one widget: out of reach of the page's CSS, in its right place.
import type { EmbedConfig } from './config.ts'

/** Resets everything the page may have said about the element, stronger than any rule of the page. */
function isolate(host: HTMLElement, rules: string): void {
  // Property by property: setting the whole attribute is what a host page's policy may forbid.
  for (const rule of `all:initial;display:block;direction:ltr;${rules}`.split(';')) {
    const [property = '', value = ''] = rule.split(':')
    host.style.setProperty(property, value, 'important')
  }
}

/** Stands beside the body, where neither its transforms nor its replacement reach, and above everything where the browser can. */
export function placeAbove(host: HTMLElement): void {
  isolate(host, 'position:fixed;z-index:2147483647;width:0;height:0')
  document.documentElement.append(host)
  host.popover = 'manual'
  host.showPopover?.()
}

/** Pixels of a full-width chat whose surroundings leave its height open, and the least height that counts as one. */
const INLINE_HEIGHT = 480
const SOME_HEIGHT = 100

/** The element that a full-width chat fills, if the page has one for it. */
function containerOf({ container, agentId }: EmbedConfig): Element | null | undefined {
  try {
    if (container) return document.querySelector(container)
  } catch {
    // Not a selector: as if none were named.
  }
  const named = [...document.querySelectorAll('[data-parlance]')]
  const meant = named.find((element) => ['', agentId].includes(element.getAttribute('data-parlance') ?? ''))
  return meant ?? document.getElementById('VG_OVERLAY_CONTAINER')
}

/** Fills its container or makes a block after the tag; done as soon as the script runs, so that nothing moves later. */
export function placeInline(host: HTMLElement, config: EmbedConfig): void {
  isolate(host, 'position:relative;height:100%')
  const container = containerOf(config)
  const given = container?.clientHeight ?? 0
  if (container) container.append(host)
  else if (document.body?.contains(config.tag)) config.tag.after(host)
  else document.body?.append(host)
  // A share of a height that nobody has set is no height.
  if (host.offsetHeight < SOME_HEIGHT)
    host.style.setProperty('min-height', `${given < SOME_HEIGHT ? INLINE_HEIGHT : given}px`, 'important')
}
