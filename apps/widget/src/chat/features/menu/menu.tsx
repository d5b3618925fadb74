// What can be done with the whole conversation: the popover under the Options button.
import { useEffect, useRef, useState } from 'react'
import { more } from '../../../more-texts.ts'
import { RestartIcon } from '../../ui/icons.tsx'
import type { MenuProps } from '../feature.ts'
import './menu.css'

export default function Menu({ engine, onClose }: MenuProps) {
  const texts = more()
  const [asking, setAsking] = useState(false)
  const boxRef = useRef<HTMLDivElement>(null)
  useEffect(() => boxRef.current?.querySelector('button')?.focus(), [asking])
  if (asking)
    return (
      <div
        className="popover ask"
        role="alertdialog"
        aria-label={texts.restart}
        aria-describedby="restart-ask"
        ref={boxRef}
      >
        <p id="restart-ask">{texts.restartAsk}</p>
        <div className="answers">
          <button type="button" className="quiet" onClick={() => onClose(true)}>
            {texts.cancel}
          </button>
          <button
            type="button"
            className="primary"
            onClick={() => {
              onClose(true)
              engine.dispatch({ type: 'restart' })
            }}
          >
            {texts.restartYes}
          </button>
        </div>
      </div>
    )
  return (
    <div className="popover" ref={boxRef}>
      <button type="button" className="item" onClick={() => setAsking(true)}>
        <RestartIcon />
        {texts.restart}
      </button>
    </div>
  )
}
