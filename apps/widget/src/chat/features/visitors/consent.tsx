// Replaces the composer until the visitor consents, or when they are blocked.
import { useEffect, useRef } from 'react'
import { onDemandTexts } from '../../../on-demand-texts.ts'
import { useAppearance } from '../../ui/appearance.ts'
import { Markdown } from '../../ui/markdown.tsx'
import type { FeatureProps } from '../feature.ts'
import './consent.css'

export default function Consent({ session, controller, host }: FeatureProps) {
  const texts = onDemandTexts()
  const { agent } = useAppearance()
  const boxRef = useRef<HTMLElement>(null)
  const { consent } = session
  const { open, focus } = host.state()
  useEffect(() => {
    if (open && focus) boxRef.current?.focus()
  }, [consent, open, focus])
  const say = (is: typeof consent) => () => controller.dispatch({ type: 'consent', is })
  if (consent === 'blocked') return <output className="consent">{texts.blocked}</output>
  return (
    <section className="consent" ref={boxRef} tabIndex={-1} aria-labelledby="consent-title">
      <h2 id="consent-title">{texts.consentTitle}</h2>
      {consent === 'asked' && (
        <>
          <div className="terms" dir="auto">
            <Markdown text={agent.consentText.trim() || texts.consentDefault} done />
          </div>
          <div className="answers">
            <button type="button" className="quiet" onClick={say('declined')}>
              {texts.consentNo}
            </button>
            <button type="button" className="primary" onClick={say('')}>
              {texts.consentYes}
            </button>
          </div>
        </>
      )}
      {consent === 'declined' && (
        <>
          <p>{texts.consentDeclined}</p>
          <div className="answers">
            <button type="button" className="primary" onClick={say('asked')}>
              {texts.consentAgain}
            </button>
          </div>
        </>
      )}
      {consent === 'changed' && (
        <>
          <p>{texts.consentChanged}</p>
          <div className="answers">
            <button type="button" className="primary" onClick={() => location.reload()}>
              {texts.consentReload}
            </button>
          </div>
        </>
      )}
    </section>
  )
}
