// What has to be agreed to before anything is sent. Agreement is remembered for the very words that were agreed to.
import { markOf } from '../../mark.ts'
import type { Consenting, VisitParts } from '../../visit-parts.ts'

/** @param agreedTo is called each time the visitor agrees */
export function createConsent({ agent, key, cabinet, engine }: VisitParts, agreedTo: () => void): Consenting {
  const at = `${key}:consent`
  const terms = markOf(agent.consentText)
  let agreed = cabinet.getItem(at) === terms
  let waiting: (() => void)[] = []
  engine.subscribe(() => {
    if (agreed || engine.state().consent !== '') return
    agreed = true
    cabinet.setItem(at, terms)
    for (const go of waiting.splice(0)) go()
    agreedTo()
  })
  const ask = () => engine.dispatch({ type: 'consent', is: 'asked' })
  if (!agreed) ask()
  return {
    agreed: () => agreed,
    agreement: () => (agreed ? Promise.resolve() : new Promise<void>((resolve) => (waiting = [...waiting, resolve]))),
    disagree: () => {
      cabinet.removeItem(at)
      agreed = false
      ask()
    },
  }
}
