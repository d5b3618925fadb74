import { useState, type ReactNode } from 'react'
import { fill } from '../../../i18n.ts'
import { onDemandTexts } from '../../../on-demand-texts.ts'
import type { FeatureProps } from '../feature.ts'
import { callsOf } from './calls.ts'
import { Fault, Field, submits, useDoing } from './field.tsx'

const STARS = [1, 2, 3, 4, 5]

/** Radio buttons, so that arrow keys move between the stars and each has a name. */
function Stars({ score, onScore, name }: { score: number; onScore: (score: number) => void; name: ReactNode }) {
  return (
    <fieldset className="lc-stars">
      <legend>{name}</legend>
      {STARS.map((star) => (
        <label key={star} className={star <= score ? 'lc-star on' : 'lc-star'}>
          <input
            type="radio"
            name="parlance-rating"
            value={star}
            checked={star === score}
            onChange={() => onScore(star)}
            aria-label={fill(onDemandTexts().stars, { n: String(star) })}
          />
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 3.5l2.7 5.5 6 .9-4.4 4.2 1.1 6-5.4-2.9-5.4 2.9 1.1-6L3.3 9.9l6-.9z" />
          </svg>
        </label>
      ))}
    </fieldset>
  )
}

export function Rating(parts: FeatureProps) {
  const texts = onDemandTexts()
  const [score, setScore] = useState(0)
  const [comment, setComment] = useState('')
  const { doing, fault, run } = useDoing()
  if (parts.session.status.isRated) return <output className="lc-small">{texts.rated}</output>
  const send = () => void run(() => callsOf(parts).rate(score, comment.trim()))
  return (
    <form className="lc-form" onSubmit={submits(send)}>
      <Stars score={score} onScore={setScore} name={texts.rate} />
      {score > 0 && (
        <>
          <Field label={texts.rateComment} lines={2} maxLength={1000} value={comment} onValue={setComment} />
          {fault !== '' && <Fault text={fault} />}
          <div className="lc-buttons lc-middle">
            <button type="submit" className="quiet lc-outlined" disabled={doing}>
              {texts.rateSend}
            </button>
          </div>
        </>
      )}
    </form>
  )
}
