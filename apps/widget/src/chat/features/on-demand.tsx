// A component whose code is fetched when it is first needed, and fetched again for as long as it can't be.
import { useEffect, useReducer, type ComponentType, type ReactNode } from 'react'
import { useAppearance } from '../ui/appearance.ts'

/** Milliseconds before the next try; the last one stays. */
const WAITS_MS = [1000, 3000, 10_000, 30_000]

export interface OnDemand<P> {
  (props: P): ReactNode
  /** Fetches it before it is shown; a failure is no matter, since showing it tries again. */
  readonly preload: (language: string) => Promise<void>
}

type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>

/**
 * `Waiting` stands in its place until the code is here, with the same props: something plain that is never broken, as large
 * as what follows where that is known, so that nothing jumps. Where `isNeeded` says no, what stands there is good enough and
 * nothing is fetched. The part's texts come with it: `onDemandTexts()` in on-demand-texts.ts.
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

/** Until it succeeds: with longer and longer waits, and at once when the connection is back. Returns what ends it. */
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
