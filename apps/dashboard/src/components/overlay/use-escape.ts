import { useEffect } from 'react'
import { useStableCallback } from '../../lib/use-stable.ts'

/** What Escape closes in each open overlay, the top one last. */
const overlays: (() => void)[] = []

function onKeyDown({ key, isComposing, target }: KeyboardEvent) {
  if (key !== 'Escape' || isComposing) return
  // Open menus and lists inside an overlay close first.
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return
  overlays.at(-1)?.()
}

/**
 * Calls `onEscape` when the user presses Escape while this overlay is the top one. The library's overlays all react to
 * the same key press, so they set `closeOnEscape={false}`.
 */
export function useEscape(onEscape: () => void, opened = true): void {
  const close = useStableCallback(onEscape)
  useEffect(() => {
    if (!opened) return
    const overlay = () => close()
    if (overlays.push(overlay) === 1) window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      overlays.splice(overlays.indexOf(overlay), 1)
      if (overlays.length === 0) window.removeEventListener('keydown', onKeyDown, { capture: true })
    }
  }, [close, opened])
}
