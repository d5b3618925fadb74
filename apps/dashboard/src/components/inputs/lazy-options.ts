// The list of a choice is made when somebody comes to its field: pages have many of them, and most stay closed.
import { useEffect, useState } from 'react'

/** Drawings of the field until it names its list to screen readers: one makes the list, one gives it its id, one tells. */
const TOLD = 3

/** For a `Select` or another field with a list; keys find the list as if it had always been there. */
export function useLazyOptions() {
  const [step, setStep] = useState(0)
  useEffect(() => {
    // The library keeps the id where nobody hears of a change.
    // oxlint-disable-next-line react/set-state-in-effect
    if (step > 0 && step < TOLD) setStep(step + 1)
  }, [step])
  const come = () => setStep((before) => before || 1)
  return {
    comboboxProps: { keepMounted: step > 0 },
    events: { onPointerEnter: come, onFocus: come, onClick: come },
  }
}
