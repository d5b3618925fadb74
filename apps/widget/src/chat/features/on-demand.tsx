// A component whose code loads on first use, with retries.
import { useEffect, useReducer, type ComponentType, type ReactNode } from 'react'
import { useAppearance } from '../ui/appearance.ts'

/** Delays between attempts in milliseconds; the last one repeats. */
const WAITS_MS = [1000, 3000, 10_000, 30_000]

export interface OnDemand<P> {
  (props: P): ReactNode
  /** Loads the part early; ignores a failure because rendering tries again. */
  readonly preload: (language: string) => Promise<void>
}

type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>

/**
 * Renders `Waiting` with the same props until the code is loaded: simple, never failing and, if possible, of the final
 * size to avoid layout shifts. When `isNeeded` returns false the code is not loaded. Its texts load with it, see
 * `onDemandTexts()` in on-demand-texts.ts.
 */
export function onDemand<P extends object>(
  load: Load<P>,
  Waiting: ComponentType<P> = () => null,
  isNeeded: (props: P) => boolean = () => true,
): OnDemand<P> {
  let View: ComponentType<P> | undefined
  let coming: Promise<void> | undefined
  const fetchNow = async (language: string) => {
    const texts = import('../../on-demand-texts.ts').then(({ loadOnDemandTexts }) => loadOnDemandTexts(language))
    const [loaded] = await Promise.all([load(), texts])
    View = loaded.default
  }
  const preload = (language: string) =>
    (coming ??= fetchNow(language).catch((error: unknown) => {
      coming = undefined
      throw error
    }))
  function Part(props: P) {
    const { code } = useAppearance().language
    const [, redraw] = useReducer((count: number) => count + 1, 0)
    const needed = isNeeded(props)
    useEffect(() => (View || !needed ? undefined : keepTrying(() => preload(code), redraw)), [code, needed])
    return View ? <View {...props} /> : <Waiting {...props} />
  }
  return Object.assign(Part, { preload })
}

/** Retries with growing delays, and at once when the connection returns. Returns a cancel function. */
function keepTrying(work: () => Promise<void>, show: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false
  let tries = 0
  const run = () => {
    clearTimeout(timer)
    work().then(
      () => !ended && show(),
      () => {
        if (!ended) timer = setTimeout(run, WAITS_MS[Math.min(tries++, WAITS_MS.length - 1)])
      },
    )
  }
  run()
  window.addEventListener('online', run)
  return () => {
    ended = true
    clearTimeout(timer)
    window.removeEventListener('online', run)
  }
}
