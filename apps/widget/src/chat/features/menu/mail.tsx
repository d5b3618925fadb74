import { useEffect, useRef, useState } from 'react'
import { fill } from '../../../i18n.ts'
import { onDemandTexts } from '../../../on-demand-texts.ts'
import type { FeatureProps } from '../feature.ts'
import { callsOf, faultOf, isRefused } from '../lifecycle/calls.ts'
import { Fault, submits, useDoing, useEmail } from '../lifecycle/field.tsx'

function reason(error: unknown): string {
  const texts = onDemandTexts()
  if (isRefused(error, 'LIMIT_REACHED')) return texts.transcriptLimit
  if (isRefused(error, 'CONFLICT')) return texts.transcriptEmpty
  return isRefused(error, 'INVALID_INPUT') ? texts.emailWrong : faultOf(error)
}

export function Mail(parts: FeatureProps) {
  const texts = onDemandTexts()
  const { email, check, field } = useEmail()
  const [sent, setSent] = useState('')
  const { doing, fault, run } = useDoing(reason)
  const doneRef = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    if (sent) doneRef.current?.focus()
  }, [sent])
  const send = async () => {
    if (check() && (await run(() => callsOf(parts).mail(email)))) setSent(email)
  }
  return (
    <form className="lc-form" noValidate onSubmit={submits(() => void send())}>
      <output ref={doneRef} tabIndex={-1}>
        {sent ? fill(texts.transcriptSent, { email: sent }) : texts.transcriptAsk}
      </output>
      {!sent && (
        <>
          {field}
          {fault !== '' && <Fault text={fault} />}
          <div className="lc-buttons">
            <button type="submit" className="primary" disabled={doing}>
              {doing ? texts.sendingMail : texts.sendMail}
            </button>
          </div>
        </>
      )}
    </form>
  )
}
