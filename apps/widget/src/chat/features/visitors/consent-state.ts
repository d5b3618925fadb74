// Consent before anything is sent. Agreement is stored for the exact text.
import { hashText } from '../../text-hash.ts'
import type { ConsentState, VisitDeps } from '../../visit-deps.ts'

/** @param agreedTo is called each time the visitor agrees */
export function createConsent(
  { agent, key, visitorStorage, controller }: VisitDeps,
  agreedTo: () => void,
): ConsentState {
  const at = `${key}:consent`
  const terms = hashText(agent.consentText)
  let agreed = visitorStorage.getItem(at) === terms
  let waiting: (() => void)[] = []
  controller.subscribe(() => {
    if (agreed || controller.state().consent !== '') return
    agreed = true
    visitorStorage.setItem(at, terms)
    for (const go of waiting.splice(0)) go()
    agreedTo()
  })
  const ask = () => controller.dispatch({ type: 'consent', is: 'asked' })
  if (!agreed) ask()
  return {
    agreed: () => agreed,
    agreement: () => (agreed ? Promise.resolve() : new Promise<void>((resolve) => (waiting = [...waiting, resolve]))),
    disagree: () => {
      visitorStorage.removeItem(at)
      agreed = false
      ask()
    },
  }
}
