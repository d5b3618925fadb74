// The detail of the zoom level at rest: nothing changes during a zoom.
import { useStoreApi } from '@xyflow/react'
import { useEffect, useState } from 'react'
import { detailAt, type Detail } from './zoom-detail.ts'
import type { StepEdge, StepNode } from './flow.ts'

const REST_MS = 150

/** `first`: the likely zoom of the opening, so that labels are not laid out twice. */
export function useZoomDetail(first: number): Detail {
  const store = useStoreApi<StepNode, StepEdge>()
  const [detail, setDetail] = useState(() => detailAt(first))
  useEffect(() => {
    let [, , zoom] = store.getState().transform
    let resting = true
    const settle = () => {
      const next = detailAt(zoom)
      setDetail((before) => (before.level === next.level && before.scale === next.scale ? before : next))
    }
    let timer = setTimeout(settle, REST_MS)
    const look = () => {
      const [, , now] = store.getState().transform
      if (now === zoom) return
      zoom = now
      // A jump shows at once, a gesture when it ends.
      if (resting) settle()
      resting = false
      clearTimeout(timer)
      timer = setTimeout(() => {
        resting = true
        settle()
      }, REST_MS)
    }
    const stop = store.subscribe(look)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [store])
  return detail
}
