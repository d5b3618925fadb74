// What has to be agreed to before anything is sent. Agreement is remembered for the very words that were agreed to.
import { hashText } from '../../text-hash.ts'
import type { ConsentState, VisitParts } from '../../visit-parts.ts'

/** @param agreedTo is called each time the visitor agrees */
export function createConsent({ agent, key, cabinet, engine }: VisitParts, agreedTo: () => void): ConsentState {
  const at = `${key}:consent`
  const terms = hashText(agent.consentText)
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
